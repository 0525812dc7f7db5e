/**
 * Fills a template: JSON text whose strings contain fields in braces, such as `{title}`. Values are put into parsed
 * strings, so no value can change the structure. Pure.
 */
import { parseEditedJson } from '../../lib/parse-json.ts';
import { type TemplateToken, templateTokens } from '../../lib/template-tokens.ts';

/** Mattermost, Slack, Rocket.Chat and others show `text`. */
export const DEFAULT_TEMPLATE = '{ "text": "{title}\\n{sentence}\\n{profile}" }';

/** Fields of the template of a turn or an event. */
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
/** Fields of the template of a heartbeat. */
export const heartbeatFields = ['time', 'profile', 'domain'] as const satisfies readonly TemplateField[];

export type TemplateProblem =
  | { readonly kind: 'not-json' | 'stray-brace' }
  | { readonly kind: 'unknown-field'; readonly field: string; readonly known: readonly string[] };

/** Returns null if the template can be filled. */
export function templateProblem(template: string, known: readonly string[]): TemplateProblem | null {
  const parsed = parseEditedJson(template);
  if (parsed === undefined || parsed === null) return { kind: 'not-json' };
  const tokens: TemplateToken[] = [];
  filled(parsed, (token) => {
    tokens.push(token);
    return '';
  });
  if (tokens.some(({ kind }) => kind === 'stray-brace')) return { kind: 'stray-brace' };
  const unknown = tokens.find((token) => token.kind === 'field' && !known.includes(token.name));
  return unknown?.kind === 'field' ? { kind: 'unknown-field', field: unknown.name, known } : null;
}

/** An unknown field is empty. */
export function filledTemplate(template: string, fields: Readonly<Record<string, string>>): string {
  const textOf = (token: TemplateToken) =>
    token.kind !== 'field' ? token.text : Object.hasOwn(fields, token.name) ? (fields[token.name] ?? '') : '';
  return JSON.stringify(filled(parseEditedJson(template), textOf));
}

function filled(value: unknown, textOf: (token: TemplateToken) => string): unknown {
  if (typeof value === 'string') return templateTokens(value).map(textOf).join('');
  if (Array.isArray(value)) return value.map((one: unknown) => filled(one, textOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]: [string, unknown]) => [key, filled(one, textOf)]));
}
