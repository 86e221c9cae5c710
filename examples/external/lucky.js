// A bot in JavaScript for Node, without packages: it chooses any legal action, by the seed that it is given.
//
// Try it:  threehand check-bot 'node examples/external/lucky.js'
const readline = require("node:readline");

// A number from 0 to 1 that is the same for the same seed: one round of the generator mulberry32.
function fraction(seed) {
  let x = (seed % 4294967296) + 0x6d2b79f5;
  x = Math.imul(x ^ (x >>> 15), x | 1);
  x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
  return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
}

function answer(message) {
  switch (message.type) {
    case "hello":
      return { name: "lucky", version: "1" };
    case "decide": {
      const legal = message.view.legal;
      return { action: legal[Math.floor(fraction(message.seed) * legal.length)] };
    }
    case "bye":
      process.exit(0);
  }
  return null; // "match": there is nothing to forget, and no answer is due
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const said = answer(JSON.parse(line));
  if (said) process.stdout.write(JSON.stringify(said) + "\n");
});
