import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { readHiddenLine } from '../../../src-main/hosts/cli/sign-in/hidden-line.ts';

class PressedTerminal extends PassThrough {
  isRaw = false;
  readonly modes: boolean[] = [];
  setRawMode(isRaw: boolean): this {
    this.modes.push(isRaw);
    this.isRaw = isRaw;
    return this;
  }
}

async function typed(...parts: (string | Buffer)[]) {
  const terminal = new PressedTerminal();
  const line = readHiddenLine(terminal);
  const whileTyping = terminal.isRaw;
  for (const part of parts) terminal.write(part);
  return { line: await line, whileTyping, modes: terminal.modes, isPaused: terminal.isPaused() };
}
const resultOf = (line: string | null) => ({ line, whileTyping: true, modes: [true, false], isPaused: true });

describe('[CLI-7] a secret that is typed is not shown, and the terminal is restored afterwards:', () => {
  test.each<[name: string, parts: (string | Buffer)[], line: string | null]>([
    ['Enter ends the line', ['hush\r'], 'hush'],
    ['key by key', ['h', 'u', 's', 'h', '\n'], 'hush'],
    ['Ctrl+D ends the line, too', ['hush\u0004'], 'hush'],
    ['with nothing typed', ['\u0004'], ''],
    ['Ctrl+C cancels', ['hus\u0003'], null],
    ['Backspace deletes the last character', ['huss\u007Fhh\b\r'], 'hush'],
    ['Backspace in an empty line deletes nothing', ['\u007F\u007Fhush\r'], 'hush'],
    ['Backspace deletes a character of two code units', ['a😀\u007Fb\r'], 'ab'],
    ['Ctrl+U clears the line', ['wrong\u0015hush\r'], 'hush'],
    ['arrows and other control keys are ignored', ['hu\u001B[D\u001BOA\u001B[3~\u0001s\th\r'], 'hush'],
    ['the secret is pasted', ['\u001B[200~hush\u001B[201~\r'], 'hush'],
    ['a character arrives in two parts', [Buffer.from([0xc3]), Buffer.from([0xa9, 0x0d])], 'é'],
  ])('%s', async (_name, parts, line) => expect(await typed(...parts)).toEqual(resultOf(line)));

  test('the terminal ends', async () => {
    const terminal = new PressedTerminal();
    const line = readHiddenLine(terminal);
    terminal.end('hus');
    expect([await line, terminal.modes]).toEqual([null, [true, false]]);
  });

  test('the terminal fails', async () => {
    const terminal = new PressedTerminal();
    const line = readHiddenLine(terminal);
    terminal.destroy(new Error('EIO'));
    await expect(line).rejects.toThrow('EIO');
    expect(terminal.modes).toEqual([true, false]);
  });
});
