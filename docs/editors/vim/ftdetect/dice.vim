autocmd BufRead,BufNewFile *.dice setfiletype dice
