/** `npm run bench`: every benchmark, each figure beside its goal. Exits with 1 where a goal is missed. */
import { COLLECT_GOAL, collectCpuPerEvent } from './collect.ts';
import { benchIngest, printIngest } from './ingest.ts';

const EVENTS = 100_000;

const ingest = await benchIngest(EVENTS);
let reached = printIngest(ingest);

console.log('collect: the real command, processor time of all its threads');
const collectUs = await collectCpuPerEvent(EVENTS);
if (collectUs === null) console.log('  not measured here: only Linux tells the processor time of another process');
else {
  const ratio = ingest.socketCpuUs / collectUs;
  console.log(`  the same path in one process        ${ingest.socketCpuUs.toFixed(1)} µs/event`);
  console.log(`  collect                             ${collectUs.toFixed(1)} µs/event`);
  const verdict = ratio >= COLLECT_GOAL ? 'reached' : 'MISSED';
  console.log(`  ${'path ÷ collect'.padEnd(36)}${ratio.toFixed(2)}  goal ≥ ${COLLECT_GOAL}  ${verdict}`);
  reached &&= ratio >= COLLECT_GOAL;
}
if (!reached) process.exitCode = 1;
