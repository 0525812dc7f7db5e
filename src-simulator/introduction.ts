import type { MachineClient, User } from './configuration/configuration.ts';
import { type GivenSettings, settingTable } from './configuration/setting-table.ts';
import type { Simulator } from './simulator.ts';
import { HEARTBEAT_MS } from './service/notification-stream.ts';

export function introduction(
  simulator: Simulator,
  {
    seed = settingTable.seed.default,
    timeScale = settingTable.timeScale.default,
  }: Pick<GivenSettings, 'seed' | 'timeScale'>,
): string {
  const { settings } = simulator.control;
  const { clients, domains, realm } = settings.configuration;
  const userClients = clients.filter(({ flow }) => flow === 'authorizationCode');
  const lines = [
    `The simulator is ready: ${simulator.origin}`,
    `Realm ${realm}, seed ${seed}`,
    ...addresses(simulator),
    ...domains.flatMap((domain) => domainLines(simulator, domain.id, timeScale)),
    ...(userClients.length === 0 ? [] : ['', 'Clients for the authorization-code flow with PKCE, for the users above']),
    ...userClients.map(({ clientId, clientSecret, authentication }) =>
      clientSecret === undefined
        ? `  ${clientId}`
        : `  ${clientId}  secret "${clientSecret}"  ${howSent(authentication)}`,
    ),
    '',
    ...clockLines(simulator),
    `Status page: ${simulator.statusPage}, and as a feed: …/status-page/history.atom and history.rss.`,
    `Control: ${simulator.origin}/control/…, see docs/simulator.md. Ctrl+C stops.`,
  ];
  return lines.join('\n');
}

function addresses({ origin, profile: { baseUrl, eventsUrl, authUrl } }: Simulator): string[] {
  if (baseUrl === origin && eventsUrl === origin && authUrl === origin) return [];
  return [`Search, permissions and triggers: ${baseUrl}`, `Stream: ${eventsUrl}`, `Issuer: ${authUrl}`];
}

/** Explains a manual clock, because nothing happens until the user advances it. */
function clockLines({ control }: Simulator): string[] {
  const { clock, now } = control.clock();
  if (clock === 'system') return [];
  return [`The clock is stopped at ${new Date(now).toISOString()}: POST /control/advance advances it.`];
}

function domainLines(simulator: Simulator, domainId: string, timeScale: number): string[] {
  const { users, domains } = simulator.control.settings.configuration;
  const isOfDomain = ({ rights }: MachineClient | User) => rights.domainId === domainId;
  const clients = simulator.control.settings.configuration.clients
    .filter((client) => client.flow === 'clientCredentials')
    .filter(isOfDomain);
  const people = users.filter(isOfDomain);
  const {
    subscriptions = 0,
    rows,
    scenario = settingTable.scenario.default,
  } = domains.find(({ id }) => id === domainId) ?? {};
  const given = rows === undefined ? '' : `, ${rows.length} of them given`;
  return [
    '',
    `Domain ${domainId}: ${subscriptions} subscriptions${given}, scenario ${scenario}`,
    ...clients.map(
      (client) =>
        `  client ${client.clientId}  secret "${client.clientSecret}"  ${howSent(client.authentication)}${fewRights(client)}`,
    ),
    ...people.map((user) => `  user ${user.username} / ${user.password}${fewRights(user)}`),
    ...profileLines(simulator, { domainId, client: clients[0], timeScale }),
  ];
}

const howSent = (authentication: 'basic' | 'post') => (authentication === 'basic' ? 'HTTP Basic' : 'in the form');

function fewRights({ rights: { permissions } }: MachineClient | User): string {
  const resources = Object.keys(permissions);
  return resources.includes('connectivity-subscriptions')
    ? ''
    : `  with rights on ${resources.join(', ') || 'nothing'}`;
}

function profileLines(simulator: Simulator, profiled: ProfiledDomain): string[] {
  const profile = profileOf(simulator, profiled);
  if (profiled.client === undefined || profile === null) return [];
  return [
    `Profile for "watchfloor collect --profile FILE", with WATCHFLOOR_CLIENT_SECRET='${profiled.client.clientSecret}':`,
    JSON.stringify(profile, null, 2),
  ];
}

interface ProfiledDomain {
  readonly domainId: string;
  readonly client: MachineClient | undefined;
  readonly timeScale: number;
}

/** Returns a profile for Watchfloor, without the secret, or null if no client of the domain signs in for itself. */
function profileOf({ profile, control: { settings } }: Simulator, { domainId, client, timeScale }: ProfiledDomain) {
  if (client === undefined) return null;
  const isFirst = settings.configuration.domains[0]?.id === domainId;
  return {
    name: isFirst ? 'Simulator' : `Simulator ${domainId}`,
    ...profile,
    // A profile does not accept less than 0.1 s.
    heartbeatSeconds: Math.max(0.1, HEARTBEAT_MS / 1000 / timeScale),
    clientId: client.clientId,
    flow: client.flow,
    clientAuthentication: client.authentication,
  };
}

/** Returns the one line of `--format json`. Its names are a promise to programs: `docs/simulator.md` describes them. */
export function readyLine(
  simulator: Simulator,
  { timeScale = settingTable.timeScale.default }: Pick<GivenSettings, 'timeScale'>,
): string {
  const { domains, clients, users } = simulator.control.settings.configuration;
  const machineClients = clients.filter((client) => client.flow === 'clientCredentials');
  const described = domains.map(({ id }) => {
    const client = machineClients.find(({ rights }) => rights.domainId === id);
    return { id, profile: profileOf(simulator, { domainId: id, client, timeScale }) };
  });
  return JSON.stringify({
    url: simulator.origin,
    control: `${simulator.origin}/control`,
    profile: described[0]?.profile ?? null,
    domains: described,
    clients: clients.map(({ clientId, clientSecret, flow, authentication, ...client }) => ({
      clientId,
      clientSecret: clientSecret ?? null,
      flow,
      authentication: clientSecret === undefined ? 'none' : authentication,
      domain: 'rights' in client ? client.rights.domainId : null,
    })),
    users: users.map(({ username, password, rights }) => ({ username, password, domain: rights.domainId })),
  });
}
