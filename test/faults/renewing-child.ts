/** A renewal in a process, which says the token that it got or why there is none. `die`: it is killed before it writes. */
import { renewal } from './renewal.ts';

const [folder = '', how] = process.argv.slice(2);

console.log(
  await renewal({
    folder,
    answered() {
      if (how === 'die') process.kill(process.pid, 'SIGKILL');
    },
    async ready() {
      console.log('ready');
      await new Promise((resolve) => process.stdin.once('data', resolve));
    },
  }),
);
process.exit();
