/** Fills JSON text whose strings contain fields such as `{title:chat}`. No value can change the structure. Pure. */
import { parseEditedJson } from '../../lib/parse-json.ts';
import { type TemplateToken, templateTokens } from '../../lib/template-tokens.ts';
import { chatText } from './chat-text.ts';

/** Mattermost, Slack, Rocket.Chat and others show `text`. */
export const DEFAULT_TEMPLATE = '{ "text": "{title:chat}\\n{sentence:chat}\\n{profile:chat}" }';

/** `{title:chat}` is the field, escaped for chats. */
const CHAT_FORM = /\s*:\s*chat$/;

export const templateFields = [
  'id',
  'turn',
  'subject',
  'title',
  'sentence',
  'profile',
  'domain',
  'time',
  'timeMs',
  'operation',
  'type',
  'code',
  'consequence',
  'open',
  'failures',
  'countries',
  'owner',
  'deadline',
  'due',
  'outcome',
  'eid',
  'iccid',
  'requestId',
] as const;
export type TemplateField = (typeof templateFields)[number];
export const heartbeatFields = ['time', 'profile', 'domain'] as const satisfies readonly TemplateField[];

export type TemplateProblem =
  | { readonly kind: 'not-json' | 'too-deep' | 'stray-brace' }
  | { readonly kind: 'unknown-field'; readonly field: string; readonly known: readonly string[] };

export function templateProblem(template: string, known: readonly string[]): TemplateProblem | null {
  const parsed = parseEditedJson(template);
  if (parsed === undefined || parsed === null) return { kind: 'not-json' };
  if (isTooDeep(parsed)) return { kind: 'too-deep' };
  const tokens: TemplateToken[] = [];
  filled(parsed, (token) => {
    tokens.push(token);
    return '';
  });
  if (tokens.some(({ kind }) => kind === 'stray-brace')) return { kind: 'stray-brace' };
  const unknown = tokens.find((token) => token.kind === 'field' && !known.includes(fieldOf(token.name)));
  return unknown?.kind === 'field' ? { kind: 'unknown-field', field: unknown.name, known } : null;
}

/** Lists and objects in each other. To fill more would take too much of the stack. */
const MAX_DEPTH = 100;

function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isListOrObject);
  for (let depth = 0; depth < MAX_DEPTH; depth += 1)
    level = level.flatMap((one): unknown[] => Object.values(one)).filter(isListOrObject);
  return level.length > 0;
}

function isListOrObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** An unknown field is empty. */
export function filledTemplate(template: string, fields: Readonly<Record<string, string>>): string {
  const textOf = (token: TemplateToken) => {
    if (token.kind !== 'field') return token.text;
    const name = fieldOf(token.name);
    const text = Object.hasOwn(fields, name) ? (fields[name] ?? '') : '';
    return name === token.name ? text : chatText(text);
  };
  return JSON.stringify(filled(parseEditedJson(template), textOf));
}

function fieldOf(name: string): string {
  return name.replace(CHAT_FORM, '');
}

function filled(value: unknown, textOf: (token: TemplateToken) => string): unknown {
  if (typeof value === 'string') return templateTokens(value).map(textOf).join('');
  if (Array.isArray(value)) return value.map((one: unknown) => filled(one, textOf));
  if (!isListOrObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]: [string, unknown]) => [key, filled(one, textOf)]));
}
