import {
  ADDRESSES,
  CONTACT_NETWORK_ADMIN,
  addressText,
  certificateRemedy,
  count,
  type FindingTable,
  passedFinding,
  shownCode,
  shownName,
  problemFinding,
} from './finding-parts.ts';

function named(proxy: string | null): string {
  return proxy === null ? '' : ` ${proxy}`;
}

export const networkFindingWords = {
  'no-proxy': () => passedFinding('none in use'),
  'through-proxy': ({ proxy }) => passedFinding(`through ${proxy}`),
  'proxy-address': () =>
    problemFinding(
      'not the address of a proxy',
      'The proxy setting is not the address of a proxy.',
      'Write it as http://host:port: in the profile, or in HTTPS_PROXY and HTTP_PROXY.',
    ),
  'proxy-settings': () =>
    problemFinding(
      'no HTTP proxy in the settings of this computer',
      'The proxy settings of this computer have no usable HTTP proxy, or do not answer.',
      'Give the profile its own HTTP proxy as http://host:port, or set its proxy to “none” if this network needs none.',
    ),
  'proxy-unreachable': ({ proxy, code }) =>
    problemFinding(
      `${proxy ?? 'the proxy'} · ${shownCode(code)}`,
      `The proxy${named(proxy)} cannot be reached.`,
      `Check the address of the proxy, or set the profile's proxy to “none” if this network needs none.`,
      code,
    ),
  'proxy-certificate': ({ proxy, code }) =>
    problemFinding(
      `${proxy ?? 'the proxy'} · ${shownCode(code)}`,
      `The certificate of the proxy${named(proxy)} was not accepted, so nothing was sent.`,
      certificateRemedy(code, 'the address of the proxy'),
      code,
    ),
  'proxy-sign-in': ({ proxy, code }) =>
    problemFinding(
      `${proxy ?? 'the proxy'} asks for a sign-in`,
      `The proxy${named(proxy)} asks for a user name and a password.`,
      'Put them into HTTPS_PROXY as http://user:password@host:port before Watchfloor starts; a profile stores no password.',
      code,
    ),
  'proxy-refused': ({ proxy, host, code }) =>
    problemFinding(
      `${proxy ?? 'the proxy'} refuses ${host}`,
      `The proxy${named(proxy)} does not let requests to ${host} through.`,
      `Ask the team that runs the proxy to allow ${host}; NO_PROXY names addresses that need no proxy.`,
      code,
    ),

  'name-found': ({ hosts, addresses }) =>
    passedFinding(hosts.map((host, index) => `${host} → ${addresses[index] ?? ''}`).join(', ')),
  'name-not-needed': ({ proxy }) =>
    passedFinding(proxy === null ? 'no name to look up' : `${proxy} looks the names up`),
  'name-unknown': ({ host, address, code }) =>
    problemFinding(
      `${host} · ${shownCode(code)}`,
      `There is no host called ${host}.`,
      `Check the spelling of the ${ADDRESSES[address]}. If it is right, the name may be known only in your company's network: connect to that, or to its VPN.`,
      code,
    ),
  'name-server': ({ host, code }) =>
    problemFinding(
      `${host} · ${shownCode(code)}`,
      'Names cannot be looked up at present.',
      'Check that this computer is connected to a network; if it is, its name server does not answer.',
      code,
    ),

  reached: ({ hosts, proxy }) => passedFinding(`${hosts.join(', ')}${proxy === null ? '' : ` through ${proxy}`}`),
  'not-reached': ({ host, address, code }) =>
    problemFinding(
      `${host} · ${shownCode(code)}`,
      code === 'ECONNREFUSED'
        ? `Nothing listens at the ${addressText({ host, address })}.`
        : `The ${addressText({ host, address })} cannot be reached.`,
      code === 'ECONNREFUSED'
        ? `Check the port of the ${ADDRESSES[address]}, and that the server there is running.`
        : `Check the network. ${CONTACT_NETWORK_ADMIN} whether a firewall lets ${host} through, or whether a proxy must be used.`,
      code,
    ),
  'proxy-not-reached': ({ host, proxy, code }) =>
    problemFinding(
      `${proxy ?? 'the proxy'} cannot reach ${host}`,
      `The proxy${named(proxy)} cannot reach ${host}.`,
      `Check the spelling of ${host}. If it is right, ask the team that runs the proxy.`,
      code,
    ),

  'tls-none': () => passedFinding('not used on this computer'),
  'tls-good': ({ issuers, protocol }) => passedFinding(`${protocol}, issued by ${issuers.map(shownName).join(', ')}`),
  'tls-inspected': ({ host, issuer }) =>
    problemFinding(
      `issued by ${shownName(issuer)}: your company reads this traffic, or runs this service itself`,
      'The certificate of this address is from an authority that was added to this computer or to the profile.',
      `Do nothing if your company runs ${host} or inspects TLS. Otherwise do not sign in: this traffic is being read.`,
    ),
  'tls-ends-soon': ({ host, issuer, days }) =>
    problemFinding(
      `issued by ${shownName(issuer)}, ${days <= 0 ? 'ends today' : `ends in ${count(days, 'day')}`}`,
      `The certificate of ${host} ends soon.`,
      'Tell the team that runs the service: after it ends, nothing connects.',
    ),
  'certificate-refused': ({ host, address, issuer, fingerprint, code }) =>
    problemFinding(
      issuer === null ? shownCode(code) : `issued by ${shownName(issuer)} · ${shownCode(code)}`,
      `The certificate of the ${addressText({ host, address })} was not accepted, so nothing was sent.`,
      `${certificateRemedy(code, `the ${ADDRESSES[address]}`)}${
        fingerprint === null ? '' : ` Compare its fingerprint first: SHA-256 ${fingerprint}`
      }`,
      code,
    ),
  'tls-broke-off': ({ host, address, code }) =>
    problemFinding(
      `${host} · ${shownCode(code)}`,
      `TLS with the ${addressText({ host, address })} broke off.`,
      `Check the port of the ${ADDRESSES[address]}. ${CONTACT_NETWORK_ADMIN} whether a firewall or a proxy cuts TLS to ${host}.`,
      code,
    ),
  'plain-http': ({ host, address, code }) =>
    problemFinding(
      `${host} answers in plain HTTP`,
      `The ${addressText({ host, address })} answers in plain HTTP instead of TLS, so nothing was sent.`,
      `Check the port of the ${ADDRESSES[address]}, and whether a proxy answers in its place.`,
      code,
    ),

  'ca-file': ({ expected }) =>
    problemFinding(
      'the additional certificates cannot be used',
      `The “caFile” of the profile must be ${expected}.`,
      'Check the path in the profile file, or remove it.',
    ),
} satisfies Partial<FindingTable>;
