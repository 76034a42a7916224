/**
 * A process that stays for one command after the other: each is the built command line anew, in whose environment and
 * with whose words it runs; NUL and its exit code end what it says on either stream.
 */
interface CommandRun {
  readonly cli: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

let nth = 0;
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

process.on('message', ({ cli, args, env }: CommandRun) => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv.splice(1, process.argv.length, cli, ...args);
  process.exitCode = undefined;
  nth += 1;
  void import(`${cli}?${nth}`).then(() => {
    const ending = `\0${process.exitCode ?? 0}`;
    process.exitCode = undefined;
    for (const stream of [process.stdout, process.stderr]) stream.write(ending);
  });
});
process.on('disconnect', () => process.exit());
