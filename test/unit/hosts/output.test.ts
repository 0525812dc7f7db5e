import { describe, expect, onTestFinished, test } from 'vitest';
import { createEventStoreOpener } from '../../../src-main/adapters/event-store/event-store.ts';
import { terminalText } from '../../../src-main/hosts/cli/output.ts';
import { receivedEvents } from '../../conformance/event-store-conformance.ts';
import { Workplace } from '../../support/command.ts';

describe('text for a terminal', () => {
  test.each<[what: string, text: string, shown: string]>([
    ['letters, accents, signs and pictures stay', 'Zürich 東京 \u{1F6F0} {"a": 1}', 'Zürich 東京 \u{1F6F0} {"a": 1}'],
    ['an escape sequence', '\u001b[2J', String.raw`\u001b[2J`],
    ['its one-character form', '\u009b2J', String.raw`\u009b2J`],
    ['a bell, a backspace, a delete', '\u0007\b\u007f', String.raw`\u0007\u0008\u007f`],
    ['line ends and tabs', 'a\r\nb\tc', String.raw`a\u000d\u000ab\u0009c`],
    ['line ends of Unicode', 'a\u2028b\u2029c\u0085d', String.raw`a\u2028b\u2029c\u0085d`],
    ['overrides of the reading direction', '\u202Eabc\u202C\u2066\u2069', String.raw`\u202eabc\u202c\u2066\u2069`],
    ['characters that cannot be seen', 'a\u200Bb\uFEFFc\u00ADd', String.raw`a\u200bb\ufeffc\u00add`],
  ])('%s', (_what, text, shown) => expect(terminalText(text)).toBe(shown));
});

test('a reader that has enough ends the command quietly', async () => {
  const workplace = await Workplace.create();
  onTestFinished(() => workplace.close());
  const store = await createEventStoreOpener({ dataDir: workplace.dataDir }).open({
    profileName: 'Acme',
    practice: false,
  });
  // Some 10 MB of output: far more than pipe and process hold between them.
  for (let first = 1; first < 20_000; first += 500)
    await store.append({ session: first === 1 ? 'opens' : 1, events: receivedEvents(first, first + 499) });
  await store.close();

  const command = workplace.run(['events', '--data-dir', workplace.dataDir, '--format', 'ndjson']);
  await command.says(/"seq":1,.*\n/);
  command.process.stdout?.destroy();
  expect({ code: await command.exit, stderr: command.stderr }).toEqual({ code: 0, stderr: '' });
  expect(command.stdout).not.toContain('"seq":20000,');
});
