/** Watches a simulator with a manual clock, and reads its complete inventory on request. */
import { onTestFinished } from 'vitest';
import type { SimulatorOptions } from '../../src-simulator/simulator.ts';
import { openStream, postJson, type ReceivedEvent, simulatorForTest, START, tokenFor } from '../fixtures/consumer.ts';
import { type Item, Ledger } from './ledger.ts';
import { ManualTime } from '../../src-simulator/manual-time.ts';

/** A storm sends about a megabyte in this time. */
const BATCH_MS = 5000;
/** Shorter than the lifetime of a token, which is five minutes. */
const TOKEN_MS = 4 * 60_000;

export async function watchedModel(options: SimulatorOptions) {
  const time = new ManualTime(START);
  const simulator = await simulatorForTest({ time, ...options });
  let current = { token: '', until: 0 };
  const token = async () => {
    if (time.now() >= current.until) current = { token: await tokenFor(simulator), until: time.now() + TOKEN_MS };
    return current.token;
  };
  const inventory = async (): Promise<Item[]> => {
    const url = `${simulator.origin}/iot-connect/subscription-inventory/v2/search`;
    const items: Item[] = [];
    for (let after: string | undefined; ;) {
      const response = await postJson(url, await token(), {
        limit: 1000,
        ...(after !== undefined && { after }),
      });
      const page = (await response.json()) as { pagination: { next: string }; items: { iotSubscription: Item }[] };
      if (page.items.length === 0) return items;
      items.push(...page.items.map(({ iotSubscription }) => iotSubscription));
      after = page.pagination.next;
    }
  };
  const before = await inventory();
  const ledger = new Ledger(before, START);
  const stream = await openStream(simulator, await token());
  onTestFinished(() => stream.close());
  let marks = 0;
  return {
    simulator,
    before,
    ledger,
    inventory,
    post: async (path: string, body: unknown) =>
      postJson(`${simulator.origin}/iot-connect/subscriptions/v1${path}`, await token(), body),
    pass: async (ms: number) => {
      const events: ReceivedEvent[] = [];
      for (let left = ms; left >= 0; left -= BATCH_MS) {
        time.advance(Math.min(left, BATCH_MS));
        const mark = `mark-${marks++}`;
        simulator.control.emit({ event: 'MARK', id: mark, retry: null, data: '' });
        await stream.until(`id: ${mark}\ndata: \n\n`);
        events.push(...stream.events());
        stream.text = '';
      }
      for (const event of events) ledger.take(event);
      return events.filter(({ event }) => event === 'LOCALIZATION' || event === 'CMP_EVENT');
    },
  };
}

export const byIccid = (items: readonly Item[]) => new Map(items.map((item) => [item['iccid'] ?? '', item]));
