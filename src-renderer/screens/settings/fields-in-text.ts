/**
 * Extracts from a profile file with a mistake each field that is a text or a number. The editor then checks each field.
 * Unknown fields are ignored.
 */
import { type DraftFields, type TextField } from '../../stores/subscriptions/draft-fields.ts';
import { createDraft } from '../../stores/profile-draft.ts';

const plainFields = ['name', 'baseUrl', 'eventsUrl', 'authUrl', 'realm', 'clientId', 'caFile'] as const;

export function fieldsInText(text: string): DraftFields {
  const usual = createDraft(null).fields;
  const file = recordOf(parsed(text));
  const days = recordOf(file['keepDays']);
  const read = (value: unknown, otherwise: string): string =>
    typeof value === 'string' ? value : typeof value === 'number' ? String(value) : otherwise;
  const texts: Partial<Record<TextField, string>> = {};
  for (const field of plainFields) texts[field] = read(file[field], usual[field]);
  const proxy = read(file['proxy'], 'environment');
  return {
    ...usual,
    ...texts,
    heartbeatSeconds: read(file['heartbeatSeconds'], usual.heartbeatSeconds),
    attemptSilenceMinutes: read(file['attemptSilenceMinutes'], usual.attemptSilenceMinutes),
    keepFailures: read(days['failures'], usual.keepFailures),
    keepSuccesses: read(days['successes'], usual.keepSuccesses),
    keepHeartbeats: read(days['heartbeats'], usual.keepHeartbeats),
    keepSearches: read(days['searches'], usual.keepSearches),
    proxy: proxy === 'environment' || proxy === 'none' ? proxy : 'address',
    proxyAddress: proxy === 'environment' || proxy === 'none' ? '' : proxy,
    flow: file['flow'] === 'clientCredentials' ? 'clientCredentials' : usual.flow,
    clientAuthentication: file['clientAuthentication'] === 'post' ? 'post' : 'basic',
    watchAtStart: file['watchAtStart'] !== false,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
