// Old syntax on purpose: this file has to run on whatever Node is there, to say what is wrong with it.
var major = Number(process.versions.node.split('.')[0]);

if (!(major >= 24)) {
  console.error(
    'Alvorada needs Node 24 and this is ' +
      process.version +
      '. Run "npm ci" and then the npm scripts ("npm start", "npm test"): they bring their own Node 24 on Linux x64 and arm64. Elsewhere install Node 24.',
  );
  process.exit(1);
}
