/**
 * Fills a template: JSON text whose strings contain fields in braces, such as `{title}`. Values are put into parsed
 * strings, so no value can change the structure. `{{` and `}}` stand for braces. Pure.
 */
import { parseEditedJson } from '../../lib/parse-json.ts';

/** Mattermost, Slack, Rocket.Chat and others show `text`. */
export const DEFAULT_TEMPLATE = '{ "text": "{title}\\n{sentence}\\n{profile}" }';

/** Fields of the template of a turn. */
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
] as const;
export type TemplateField = (typeof templateFields)[number];
/** Fields of the template of a heartbeat. */
export const heartbeatFields = ['time', 'profile', 'domain'] as const satisfies readonly TemplateField[];

const FIELD = /\{\{|\}\}|\{([^{}]*)\}/g;

export type TemplateProblem =
  | { readonly kind: 'not-json' }
  | { readonly kind: 'unknown-field'; readonly field: string; readonly known: readonly string[] };

/** Returns null if the template can be filled. */
export function templateProblem(template: string, known: readonly string[]): TemplateProblem | null {
  const parsed = parseEditedJson(template);
  if (parsed === undefined || parsed === null) return { kind: 'not-json' };
  const fields = new Set<string>();
  filled(parsed, (field) => {
    fields.add(field);
    return '';
  });
  const field = [...fields].find((one) => !known.includes(one));
  return field === undefined ? null : { kind: 'unknown-field', field, known };
}

/** An unknown field is empty. */
export function filledTemplate(template: string, fields: Readonly<Record<string, string>>): string {
  return JSON.stringify(
    filled(parseEditedJson(template), (name) => (Object.hasOwn(fields, name) ? (fields[name] ?? '') : '')),
  );
}

function filled(value: unknown, fieldOf: (name: string) => string): unknown {
  if (typeof value === 'string')
    return value.replaceAll(FIELD, (found: string, name: string | undefined) =>
      name === undefined ? found.slice(1) : fieldOf(name.trim()),
    );
  if (Array.isArray(value)) return value.map((one: unknown) => filled(one, fieldOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]: [string, unknown]) => [key, filled(one, fieldOf)]));
}
