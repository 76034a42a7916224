/** Imported first by every entry point: an older Node would start and then fail in confusing ways. */
const OLDEST = 24;

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  process.stderr.write(
    `Node ${OLDEST} or newer is required, this is ${process.versions.node}: run through npm (npm start, npm run -s psp), which uses the right one.\n`,
  );
  process.exit(1);
}
