// Starts `dicedsl lsp` and leaves everything to it.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("dicedsl").get("command", "dicedsl");
  client = new LanguageClient(
    "dicedsl",
    "dicedsl",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "dice" }],
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.dice") },
    },
  );
  return client.start();
};

exports.deactivate = () => client?.stop();
