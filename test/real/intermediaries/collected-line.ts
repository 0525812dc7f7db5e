/** Collects from a simulated service through a real program, while the service breaks off, is away and comes back. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';
import { SECRET_VARIABLE } from '../../../src-main/adapters/sign-in/client-secret.ts';
import { startSimulator } from '../../../src-simulator/simulator.ts';
import { createFastClock } from '../../doubles/fast-clock.ts';
import { type InProcessCommand, Workplace } from '../../support/command.ts';
import { privateAuthority, vouchedService } from '../../unit/adapters/network/private-authority.ts';
import type { Program } from './programs.ts';
import { startServiceFront } from './service-front.ts';
import { type OnEnd, startIntermediary } from './start-program.ts';

/** Speed of all clocks: of Watchfloor, the service and the program. */
const SPEED = 10;
const WAIT = { timeout: 120_000 };
/** Opens the store each time. */
const READ = { ...WAIT, interval: 200 };
const EVENTS_EACH_TIME = 3;

interface CollectedLine {
  /** `collect` shows this, in the words of the document. */
  readonly shown: { readonly 'events flow': string; readonly 'breaks off': string; readonly 'is away': string };
  /** Ids of the events that reached Watchfloor, and of those that it stored. */
  readonly sent: readonly string[];
  readonly stored: readonly string[];
}

export async function collectThrough(
  program: Program,
  {
    isTunnel,
    settings,
    onEnd,
  }: {
    /** True if the program is the proxy of the profile, and the service speaks TLS. */
    readonly isTunnel: boolean;
    readonly settings: string;
    readonly onEnd: OnEnd;
  },
): Promise<CollectedLine> {
  const workplace = await Workplace.create();
  onEnd(() => workplace.close());
  const simulator = await startSimulator({ scenario: 'none', subscriptions: 10, timeScale: SPEED });
  onEnd(() => simulator.stop());
  const front = await startServiceFront(simulator.origin, isTunnel ? vouchedService : undefined);
  onEnd(front.leave);
  const speed = {
    clockSpeed: Math.min(program.clockSpeed, SPEED),
    ...(program.socketSpeed !== undefined && { socketSpeed: SPEED }),
  };
  const port = await startIntermediary(program, {
    folder: workplace.folder,
    servicePort: front.port,
    settings,
    speed,
    onEnd,
  });
  await writeFile(join(workplace.folder, 'authority.pem'), privateAuthority);
  const line = isTunnel
    ? {
        eventsUrl: `https://events.example.test:${front.port}`,
        proxy: `http://127.0.0.1:${port}`,
        caFile: 'authority.pem',
      }
    : { eventsUrl: `http://127.0.0.1:${port}` };
  const profile = await workplace.profile(simulator, line);
  const collect = ['collect', '--profile', profile, '--data-dir', workplace.dataDir];
  const secret = { [SECRET_VARIABLE]: simulator.clients.basic.clientSecret };
  const collector = workplace.runInProcess(collect, secret, '', createFastClock(SPEED));

  const sent: string[] = [];
  const stored = async () => (await workplace.storedEvents('kind:LOCALIZATION')).map(({ id }) => id ?? '');
  /** Sends events to the open stream and waits until all of them were forwarded to the program. */
  const send = async (): Promise<void> => {
    await vi.waitUntil(() => simulator.control.subscribers().length === 1, WAIT);
    for (let count = 0; count < EVENTS_EACH_TIME; count += 1) {
      const id = `event-${sent.length}`;
      simulator.control.emit({ event: 'LOCALIZATION', id, data: { operation: 'LOCALIZED', state: 'COMPLETED' } });
      sent.push(id);
    }
    await vi.waitUntil(() => front.forwarded().includes(sent.at(-1) ?? ''), WAIT);
  };
  const anotherSubscriber = (than: number | undefined): Promise<unknown> =>
    vi.waitUntil(() => simulator.control.subscribers().some(({ since }) => since !== than), WAIT);
  const sendAndStore = async (): Promise<void> => {
    await send();
    await vi.waitUntil(async () => (await stored()).includes(sent.at(-1) ?? ''), READ);
  };

  await anotherSubscriber(undefined);
  const [first] = simulator.control.subscribers();
  const [, flow = ''] = await collector.waitForText(/(Watching) |\(no-answer\)/);
  if (flow === '') {
    // The next request is open when the service breaks off.
    await anotherSubscriber(first?.since);
    await send();
  } else await sendAndStore();
  front.breakOff();
  const breaksOff = await nextCause(collector, flow === '' ? 'no-answer' : '');
  if (flow === '') await vi.waitUntil(async () => (await stored()).length === sent.length, READ);
  else {
    await watchingAfter(collector, breaksOff.end);
    await sendAndStore();
  }
  await front.leave();
  const away = await nextCause(collector, breaksOff.kind, breaksOff.end);
  await front.comeBack();
  if (flow !== '') {
    await watchingAfter(collector, away.end);
    await sendAndStore();
  }
  return {
    shown: {
      'events flow': flow === '' ? '`no-answer`: the events address' : flow,
      'breaks off': breaksOff.shown,
      'is away': away.shown,
    },
    sent,
    stored: await stored(),
  };
}

/** Parties in the words of the document, by the beginning of the sentence that names them. */
const PARTIES: readonly (readonly [sentence: RegExp, party: string])[] = [
  [/^The stream was closed early, by the service or by something on the path/, 'the service or the path'],
  [/^The proxy \S+ cannot reach the events address/, 'the way behind the proxy'],
  [/^The (?:connection|service|events address)\b/, ''],
];

function partyOf(sentence: string): string {
  for (const [beginning, party] of PARTIES) {
    const [named] = beginning.exec(sentence) ?? [];
    if (named !== undefined) return party === '' ? named.replace(/^The/, 'the') : party;
  }
  return sentence;
}

/** Waits for a status line with a cause of another kind, after a place in the output. */
async function nextCause(collector: InProcessCommand, otherThan: string, from = 0) {
  const pattern = new RegExp(
    `^[^]{${from}}[^]*?\\((?!${otherThan || '-'}[,)])([a-z-]+)(, HTTP \\d+)?[^)]*\\): (The [^\\n]*)\\n`,
  );
  const [text, kind = '', code = '', sentence = ''] = await collector.waitForText(pattern);
  return { kind, end: text.length, shown: `\`${kind}${code}\`: ${partyOf(sentence)}` };
}

async function watchingAfter(collector: InProcessCommand, from: number): Promise<void> {
  await collector.waitForText(new RegExp(`^[^]{${from}}[^]*?Watching `));
}
