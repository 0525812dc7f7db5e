/** `npm run bench`: every benchmark, each figure beside its goal. Exits with 1 where a goal is missed. */
import { benchIngest, printIngest } from './ingest.ts';

if (!printIngest(await benchIngest())) process.exitCode = 1;
