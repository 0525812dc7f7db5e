/** Options of a collector for the program that runs it: when to exit, and where to serve its health. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import { isTimeZone } from '../../../../src-shared/lib/local-time-zone.ts';
import { withChoices } from '../terminal/list-option.ts';

export const exitStates = ['sign-in-needed', 'seat-taken', 'blind'] as const;
export type ExitState = (typeof exitStates)[number];

export function exitOnOption(): Option {
  const option = new Option(
    '--exit-on <STATE>',
    'stop in this state instead of continuing; may be repeated. Exit code 2 for sign-in-needed, else 1',
  )
    .default(new Set<ExitState>(), 'none')
    .argParser((value, before: ReadonlySet<ExitState>) => {
      const state = exitStates.find((one) => one === value);
      if (state === undefined) throw new InvalidArgumentError(`Expected one of ${exitStates.join(', ')}.`);
      return new Set([...before, state]);
    });
  return withChoices(option, exitStates);
}

export const exitWords: Readonly<Record<ExitState, string>> = {
  'sign-in-needed': ' because a sign-in is needed (--exit-on)',
  'seat-taken': ' because another client is using the stream (--exit-on)',
  blind: ' because nothing arrives on the stream (--exit-on)',
};

export interface HealthOptions {
  readonly healthPort?: number;
  readonly healthHost: string;
  /** Seconds. */
  readonly unhealthyAfter: number;
}

export function healthOptions(): Option[] {
  return [
    new Option(
      '--health-port <N>',
      'serve /healthz and /metrics (Prometheus) on this port; 0 for any free port',
    ).argParser((value) => numberOf(value, 65_535, 'a port from 0 to 65535')),
    new Option(
      '--health-host <ADDRESS>',
      'address for that port; if it is not a loopback address, other computers can read it without a sign-in',
    )
      .default('127.0.0.1')
      .argParser((value) => {
        // An unset variable of a shell script leaves an empty text, which would bind every address.
        if (value === '') throw new InvalidArgumentError('Expected an address.');
        return value;
      }),
    new Option('--unhealthy-after <SECONDS>', '/healthz returns 503 if the stream is down for so long')
      .default(10)
      .argParser((value) => numberOf(value, 86_400, 'seconds from 0 to 86400')),
  ];
}

export interface ReportsOptions {
  readonly reportsDir?: string;
  readonly reportsZone?: string;
}

export function reportsOptions(): Option[] {
  return [
    new Option(
      '--reports-dir <DIR>',
      'write the service report of each month into this folder on the first of the next, as html, xlsx and json',
    ).argParser((value) => {
      if (value === '') throw new InvalidArgumentError('Expected a folder.');
      return value;
    }),
    new Option('--reports-zone <Z>', "time zone of its days, such as Europe/Oslo; default: this computer's").argParser(
      (value) => {
        if (!isTimeZone(value)) throw new InvalidArgumentError('Expected a name such as Europe/Oslo, or UTC.');
        return value;
      },
    ),
  ];
}

/** Refuses an option that has no effect, because it is probably a mistake. @throws AppError BAD_ARGUMENT */
export function refuseUnusedHealthOptions(command: Command): void {
  if (command.getOptionValue('healthPort') !== undefined) return;
  const idle = command.options.find(
    (option) =>
      ['healthHost', 'unhealthyAfter'].includes(option.attributeName()) &&
      command.getOptionValueSource(option.attributeName()) !== 'default',
  );
  if (idle === undefined) return;
  throw appError('BAD_ARGUMENT', { words: `${idle.long} is for /healthz and /metrics. Add --health-port N.` });
}

function numberOf(value: string, max: number, expected: string): number {
  const number = Number(value);
  if (!/^\d{1,5}$/.test(value) || number > max) throw new InvalidArgumentError(`Expected ${expected}.`);
  return number;
}
