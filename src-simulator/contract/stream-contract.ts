/** Describes the notification stream as AsyncAPI 3.0: `docs/service.md` §3, §4, §9.1. */
import type { ContractAddresses } from './addresses.ts';
import { endpointPaths } from '../http/endpoints.ts';
import { eventSchemas } from './event-schemas.ts';
import { type JsonObject, notShown } from './marks.ts';
import { CONTRACT_VERSION } from '../contract-version.ts';
import { oauthFlows } from './operations.ts';
import { count, objectOf, schemaNamed, text } from './schemas.ts';
import { settingTable } from '../configuration/setting-table.ts';

interface Kind {
  readonly event: string;
  readonly schema: string;
  readonly when: string;
  readonly hasRetry?: boolean;
}

const kinds: readonly Kind[] = [
  { event: 'SUBSCRIPTION_STARTED', schema: 'SubscriptionStarted', when: 'At the start of the session.' },
  { event: 'HEARTBEAT', schema: 'Heartbeat', when: 'Every 30 seconds during a session.' },
  {
    event: 'SUBSCRIPTION_ENDED',
    schema: 'SubscriptionEnded',
    when: 'At the end of the 30-minute session; then the subscriber is disconnected and must reconnect.',
    hasRetry: false,
  },
  {
    event: 'LOCALIZATION',
    schema: 'Localization',
    when: 'During a localization. DOWNLOADED, ALLOCATED and ACTIVATED are sent only if they failed, FALLBACK_SET on success and failure.',
  },
  {
    event: 'CMP_EVENT',
    schema: 'ConnectivityRequestEvent',
    when: 'After a state change or a service-policy change was requested.',
  },
];

function linesOf({ event, hasRetry = true }: Kind): JsonObject {
  return objectOf(
    {
      event: { const: event },
      id: {
        ...text,
        ...notShown('The format of ids, and replay or resume after a reconnect.', 'A UUID.'),
      },
      ...(hasRetry && {
        retry: {
          ...count,
          description: 'Milliseconds.',
          ...notShown('Its value, and whether every event has one.', '3000, divided by the time scale.'),
        },
      }),
    },
    { optional: ['id', 'retry'], description: 'The lines of the event beside `data`.' },
  );
}

const messageOf = (kind: Kind) => ({
  name: kind.event,
  title: kind.event,
  summary: kind.when,
  contentType: 'application/json',
  headers: linesOf(kind),
  payload: schemaNamed(kind.schema),
});

/** AsyncAPI has separate keys for the host and the path of a server. */
function serverOf(address: string): JsonObject {
  const { host, pathname, protocol } = new URL(address);
  return {
    host,
    ...(pathname !== '/' && { pathname }),
    protocol: protocol.slice(0, -1),
    description: 'The address of the events (docs/service.md §1.2).',
    security: [{ $ref: '#/components/securitySchemes/oauth2' }],
  };
}

export function streamContract(addresses: ContractAddresses): JsonObject {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Notification stream of the connectivity service',
      version: CONTRACT_VERSION,
      description:
        'Server-sent events of one domain (WHATWG HTML, "Server-sent events"). A session lasts 30 minutes and has a heartbeat every 30 seconds; one subscriber per domain may be connected.',
      ...notShown(
        'The response to a second subscriber, error responses, events of other kinds and operations, and replay.',
        `The response to a second subscriber is one of ${settingTable.secondSubscriber.schema.options.join(', ')}; nothing is replayed.`,
      ),
    },
    defaultContentType: 'application/json',
    servers: { events: serverOf(addresses.eventsUrl) },
    channels: {
      notifications: {
        address: endpointPaths.subscribe,
        title: 'Notifications of a domain',
        messages: Object.fromEntries(
          kinds.map(({ event }) => [event, { $ref: `#/components/messages/${event}` }] as const),
        ),
        servers: [{ $ref: '#/servers/events' }],
      },
    },
    operations: {
      notify: {
        action: 'send',
        channel: { $ref: '#/channels/notifications' },
        summary: 'The service sends; a consumer opens the stream with GET and a bearer token.',
        messages: kinds.map(({ event }) => ({ $ref: `#/channels/notifications/messages/${event}` })),
        bindings: { http: { method: 'GET', bindingVersion: '0.3.0' } },
      },
    },
    components: {
      messages: Object.fromEntries(kinds.map((kind) => [kind.event, messageOf(kind)] as const)),
      schemas: eventSchemas,
      securitySchemes: {
        oauth2: {
          type: 'oauth2',
          flows: oauthFlows(addresses, 'availableScopes'),
        },
      },
    },
  };
}
