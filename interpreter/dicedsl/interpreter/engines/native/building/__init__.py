"""What all machine code is built with: functions, memory, cells, sets, constants."""
