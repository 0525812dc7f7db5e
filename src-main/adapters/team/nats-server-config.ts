/** Prints the configuration of the NATS servers of a team for their administrator. It has no secret. */
import { LOOPBACK_HOSTS } from '../../../src-shared/lib/loopback-hosts.ts';
import { natsRightsOf, natsUserEntry, type RightsRole } from './nats-rights.ts';

export interface TeamServers {
  readonly log: string;
  readonly servers: readonly string[];
  readonly maxBytes: number;
  readonly adminKey: string;
  readonly members: readonly { readonly member: string; readonly role: RightsRole; readonly publicKey: string }[];
}

const CLUSTER_PORT = 6_222;
/** The bases of the team may be as large as its log. */
const STREAMS = 2;
/** Room for leases and for what the server needs beside the log. */
const SPARE_BYTES = 100_000_000;

export function natsServerConfig({ log, servers, maxBytes, adminKey, members }: TeamServers): string {
  const addresses = servers.map((server) => new URL(server));
  const isLocal = addresses.every(({ protocol, hostname }) => protocol === 'nats:' && LOOPBACK_HOSTS.has(hostname));
  return [
    `# NATS servers of the Watchfloor team ${log}. Printed by "watchfloor team create --print-config"; has no secret.`,
    ...(isLocal ? ['host: 127.0.0.1'] : []),
    `port: ${addresses[0]?.port || '4222'}`,
    ...(isLocal ? [] : tlsLines),
    ...(addresses.length > 1 ? clusterLines(addresses) : []),
    'jetstream {',
    '  # A folder on a local disk. Keep max_file below 70 % of the disk.',
    '  store_dir: "./watchfloor-nats"',
    `  max_file: ${STREAMS * maxBytes + SPARE_BYTES}`,
    '  # From nats-server 2.10 on, make the next line active: an entry is on the disk before it is acknowledged. Version 2.9',
    '  # does not start with it, and a power cut may take the entries of the last two minutes.',
    '  # sync_interval: always',
    '}',
    'accounts {',
    '  WATCHFLOOR {',
    '    jetstream: enabled',
    '    users: [',
    `      # administrator: only for "watchfloor team create"`,
    `      { nkey: ${adminKey} }`,
    ...members.flatMap(({ member, role, publicKey }) => [
      `      # ${member}: ${ROLE_WORDS[role]}`,
      `      ${natsUserEntry(publicKey, natsRightsOf(log, member, role))}`,
    ]),
    '    ]',
    '  }',
    '}',
    '',
  ].join('\n');
}

const ROLE_WORDS: Readonly<Record<RightsRole, string>> = {
  wall: 'reads only',
  desk: 'reads and acts, may not hold the seat',
  'stand-by': 'reads, acts, may hold the seat',
};

const tlsLines = [
  'tls {',
  '  # Files of this server. The certificate must be for the name in the address of the server.',
  '  cert_file: "/etc/nats/server-cert.pem"',
  '  key_file: "/etc/nats/server-key.pem"',
  '}',
];

function clusterLines(addresses: readonly URL[]): readonly string[] {
  return [
    '# Another name on each server: start it with the variable SERVER_NAME set.',
    'server_name: $SERVER_NAME',
    'cluster {',
    '  name: watchfloor',
    `  port: ${CLUSTER_PORT}`,
    `  routes: [${addresses.map(({ hostname }) => `nats://${hostname}:${CLUSTER_PORT}`).join(', ')}]`,
    '}',
  ];
}
