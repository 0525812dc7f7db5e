import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { appError } from '../../../../src-shared/api/errors.ts';
import {
  type ChosenView,
  DEFAULT_TOPICS,
  HEARTBEAT_SECONDS,
  OUTLET_LIMITS,
  type OutletTopic,
  outletTopics,
} from '../../../../src-shared/domain/outlets/outlet.ts';
import { kindsWith, outletKind, type OutletKind } from '../../../../src-shared/domain/outlets/outlet-kinds.ts';
import { templateFields } from '../../../../src-shared/domain/outlets/template.ts';
import type { SavedView } from '../../../../src-shared/domain/saved-view.ts';
import { secretOf } from '../../../adapters/sign-in/client-secret.ts';
import { processSecrets } from '../../process-secrets.ts';
import { wholeNumber } from '../options.ts';
import { withChoices } from '../terminal/list-option.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { OutletCommandOptions } from './outlet-settings.ts';

interface SendOption {
  readonly topics: readonly OutletTopic[];
  readonly views: readonly string[];
}

export interface OutletOptions extends OutletCommandOptions {
  readonly url?: string;
  readonly secretFile?: string;
  /** False with --no-auth. */
  readonly auth?: string | false;
  readonly send?: SendOption;
  readonly unmasked?: boolean;
  readonly template?: string;
  readonly batch?: boolean;
  readonly every?: number;
}

const WITHOUT_EVENTS = kindsWith(({ sends }) => sends !== 'messages').join(' and ');
const WITH_TEMPLATE = kindsWith(({ template }) => template !== null);
const PINGS = kindsWith(({ sends }) => sends === 'pings').join(', ');
export const WITH_BATCH = kindsWith(({ batch }) => batch === 'optional').join(', ');
export const FILES = kindsWith(({ target }) => target === 'file').join(', ');

const VIEW_PREFIX = 'view:';
const TOPICS = `${outletTopics.join(', ')} or ${VIEW_PREFIX}NAME`;

/** @param isNew true if what is not given has a default */
export function withOutletOptions(command: Command, isNew: boolean): Command {
  const byDefault = (value: string) => (isNew ? `; default: ${value}` : '');
  return command
    .option('--secret-file <FILE>', 'a file with the secret, which is stored encrypted; - reads standard input')
    .option(
      '--auth <HOW>',
      'send the secret in a header: basic (Authorization, the secret is USER:PASSWORD), bearer (Authorization), or the name of another header',
    )
    .addOption(
      withChoices(
        new Option(
          '--send <T,T>',
          `what to send: groups (failure groups), signal (watching itself), overdue (groups past their deadline), view:NAME (events of a saved view; not for ${WITHOUT_EVENTS})${byDefault(DEFAULT_TOPICS.join(','))}`,
        ).argParser(parseSend),
        [...outletTopics, `${VIEW_PREFIX}NAME`],
      ),
    )
    .option(
      '--unmasked',
      `send events with their EID, ICCID, IMSI, MSISDN, company and user names${byDefault('masked')}`,
    )
    .option(
      '--template <FILE>',
      `${WITH_TEMPLATE.join(', ')}: a JSON file with fields in braces; {title:chat} is escaped for a chat. Fields: ${templateFields.join(', ')}`,
    )
    .option('--batch', `${WITH_BATCH}: several events in one request`)
    .addOption(
      new Option(
        '--every <SECONDS>',
        `${PINGS}: seconds between two pings${byDefault(String(HEARTBEAT_SECONDS.initial))}`,
      ).argParser(wholeNumber(HEARTBEAT_SECONDS)),
    );
}

function parseSend(value: string): SendOption {
  const topics = new Set<OutletTopic>();
  const views: string[] = [];
  let isInName = false;
  for (const part of value.split(',')) {
    const name = part.trim();
    const topic = outletTopics.find((one) => one === name.toLowerCase());
    const isView = name.toLowerCase().startsWith(VIEW_PREFIX);
    if (topic !== undefined) topics.add(topic);
    else if (isView) views.push(name.slice(VIEW_PREFIX.length).trim());
    // A comma in the name of a view.
    else if (isInName) views.push(`${views.pop()},${part}`.trimEnd());
    else throw new InvalidArgumentError(`"${name}" is not a topic. Expected ${TOPICS}.`);
    isInName = topic === undefined;
  }
  return { topics: [...topics], views: [...new Set(views)] };
}

/** @throws AppError BAD_ARGUMENT if there is no such view, or more than one */
export function viewsNamed(names: readonly string[], saved: readonly SavedView[]): readonly ChosenView[] {
  return names.map((wanted) => {
    const [found, another] = saved.filter(({ name }) => name === wanted);
    if (found === undefined) {
      const known = saved.length === 0 ? 'There is none.' : `Saved views: ${saved.map(({ name }) => name).join(', ')}.`;
      throw badArgument(`There is no saved view "${wanted}". ${known}`);
    }
    if (another !== undefined) throw badArgument(`Several saved views have the name "${wanted}". Rename one of them.`);
    return { id: found.id, name: found.name };
  });
}

/** Returns null if none was given. @throws AppError BAD_ARGUMENT */
export async function readSecret({ stdin }: Terminal, { secretFile }: OutletOptions): Promise<string | null> {
  if (secretFile === undefined) return null;
  const secret = secretOf(secretFile === '-' ? await text(stdin) : await readNamed(secretFile, '--secret-file'));
  if (secret === '') throw badArgument('The secret is empty.');
  processSecrets.add(secret);
  return secret;
}

/** @returns undefined if none was given @throws AppError BAD_ARGUMENT */
export async function readTemplate(kind: OutletKind, { template }: OutletOptions): Promise<string | undefined> {
  if (template === undefined) return undefined;
  if (outletKind(kind).template === null) throw badArgument(`--template is only for ${WITH_TEMPLATE.join(' and ')}.`);
  return readNamed(template, '--template');
}

async function readNamed(file: string, option: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw badArgument(`${option}: ${file} cannot be read.`);
  });
}

export function parseName(value: string): string {
  const name = value.trim();
  if (name === '' || name.length > OUTLET_LIMITS.name)
    throw new InvalidArgumentError(`Expected a name of 1 to ${OUTLET_LIMITS.name} characters.`);
  return name;
}

export function badArgument(words: string) {
  return appError('BAD_ARGUMENT', { words });
}
