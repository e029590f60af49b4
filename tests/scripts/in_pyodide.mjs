// What a script of Python prints in Pyodide: node in_pyodide.mjs PYODIDE ARCHIVE SCRIPT
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, archive, script] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(pyodide).href);
const python = await loadPyodide({ stdout: (line) => console.log(line) });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/mossa" });
try {
  python.runPython("import sys; sys.path.insert(0, '/mossa')");
  python.runPython(readFileSync(script, "utf8"));
} catch (error) {
  console.log(error.message.slice(-2000));
  process.exit(1);
}
