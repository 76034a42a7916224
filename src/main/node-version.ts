/** Imported first by every entry point: an old Node would start, listen and then fail in odd places. */
const OLDEST = 24;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  process.stderr.write(
    `Node ${OLDEST} or newer is required, this is ${process.versions.node}: run through npm (npm start, npm run -s psp), which uses the right one.\n`,
  );
  process.exit(1);
}
