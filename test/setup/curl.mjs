import { readFileSync } from 'node:fs';

// The few options of curl that the reference page's examples use, for machines that have no curl of their own.
const values = { '-X': [], '-H': [], '-d': [], '-w': [] };
let url = '';
for (let at = 2; at < process.argv.length; at += 1) {
  const option = process.argv[at];
  if (option in values) values[option].push(process.argv[(at += 1)]);
  else if (option !== '-sS') url = option;
}
const [given] = values['-d'];
const body = given === '@-' ? readFileSync(0, 'utf8') : given;
const answer = await fetch(url, {
  method: values['-X'][0] ?? (body === undefined ? 'GET' : 'POST'),
  headers: values['-H'].map((line) => line.split(/:\s*(.*)/s).slice(0, 2)),
  ...(body === undefined ? {} : { body }),
});
process.stdout.write(await answer.text());
for (const format of values['-w']) {
  process.stdout.write(format.replace('\\n', '\n').replace('%{http_code}', String(answer.status)));
}
