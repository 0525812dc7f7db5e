/**
 * Renews a token in a process and prints the token or the reason why there is none. With `die` it kills itself before
 * it writes.
 */
import { renewal } from './renewal.ts';

const [folder = '', how] = process.argv.slice(2);

console.log(
  await renewal({
    folder,
    onResponse() {
      if (how === 'die') process.kill(process.pid, 'SIGKILL');
    },
    async ready() {
      console.log('ready');
      await new Promise((resolve) => process.stdin.once('data', resolve));
    },
  }),
);
process.exit();
