/** Readability on linkedom, alone, reads what `extraction-worker-load.js` lets a worker read; prints its speed as JSON. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

const folder = process.argv[2];
const ids = Object.keys(JSON.parse(readFileSync(`${folder}ground-truth.json`, 'utf8'))).sort();
const read = (id) => {
  const html = gunzipSync(readFileSync(`${folder}html/${id}.html.gz`)).toString('utf8');
  new Readability(parseHTML(html).document).parse();
};

read(ids[0]);
const cpu = process.cpuUsage();
for (let round = 0; round < 3; round++) for (const id of ids) read(id);
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ pagesPerCpuSecond: (3 * ids.length * 1e6) / (user + system) }));
