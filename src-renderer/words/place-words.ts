/** Other words for the screens and the parts of Settings, for Ctrl+K. Each word of the glossary is here or a title. */
import type { ScreenName } from '../address/screen-addresses.ts';

export const screenSynonyms: Readonly<Record<ScreenName, readonly string[]>> = {
  watch: words(`overview, home, dashboard, board, verdict, attention, failure groups, storms, sparks, owner,
    unassigned, mine, wall, open failures, stays`),
  timeline: words(`events, log, history, stream, filter, facets, outcomes, seq, marks, raw JSON, received text,
    saved views, histogram, heartbeats, seen, unseen, turns`),
  localizations:
    words(`cases, eUICCs, EID, attempts, episodes, ladder, evidence, consequences, causes, steps, advice, actions,
    notes, mutes, done, recovered, failed, stays, support pack, authors, verified,
    profile on an eUICC, fallback profile`),
  requests: words('change requests, state changes, resources, partial, partly failed, bulk, CMP'),
  subscriptions: words(`inventory, SIM cards, ICCID, IMSI, MSISDN, IMEI, search, query, passes, saved searches,
    compare ids, load all, traffic, HTTP log`),
  access: words('permissions, rights, roles, token, identity, solutions, forbidden, allowed, domain, principal'),
  coverage: words(`gaps, blind, sessions, reconnects, seat, contested sessions, signal, outages, downtime, listening,
    missed, check inventory, watched`),
  quality: words(`success rate, percent, figures, share, statistics, trend, interval, recovered, recovery, weakened,
    not watched, customers`),
  subject: words('subject, device, history of one id, is it all right'),
  report: words('hand-over, handover, summary, print, who did what'),
  data: words(`retention, keep, stored for, storage, disk, database, delete, copies, backup, restore, damage, check,
    blocks, chunks, projections, inbox, size, tally`),
  settings: words('preferences, options, configuration, setup'),
};

interface PartWords {
  readonly title: string;
  readonly synonyms: readonly string[];
}

/** The parts of Settings. The data are a screen. */
export const settingsPartWords = {
  profile: {
    title: 'Profiles',
    synonyms: words(`proxy, certificate, CA, TLS, realm, client, secret, password, credentials, sign in, log in, login,
      addresses, connection test, sources, watch another service, practice, simulator,
      viewer, another window, take over here`),
  },
  alarms: {
    title: 'Alarms',
    synonyms: words(`notifications, quiet hours, night, silence, rules, sound, banner, limits, summary window,
      test alarm, browser notifications, delivery, deadlines, overdue, take within, end within,
      escalation, SLA`),
  },
  outlets: {
    title: 'Outlets',
    synonyms: words(`hand off, webhook, Alertmanager, pager, on call, chat, Slack, Mattermost, CloudEvents, NDJSON,
      heartbeat, dead man's switch, escalation, delivery, not delivered`),
  },
  team: {
    title: 'Team',
    synonyms: words(`members, holder, seat, follow, follower, following, stand-by, lease, hand over, take over, join,
      NATS, JetStream, presence, alone, share, positions, entry, chain, void, epochs, offers, late events,
      confirmed, lineage`),
  },
  links: {
    title: 'Links',
    synonyms: words('own links, ticket, CMDB, dashboard, Grafana, template, copy text, address'),
  },
  appearance: {
    title: 'Appearance',
    synonyms: words(`theme, dark, light, colours, colors, contrast, density, row height, time zone, UTC, local time,
      your name, display`),
  },
  desktop: {
    title: 'Desktop',
    synonyms: words('window, tray, start at login, autostart, keep awake, updates, show logs'),
  },
  data: { title: 'Data', synonyms: screenSynonyms.data },
  documents: {
    title: 'Documents',
    synonyms: words('help, manual, handbook, guide, docs, glossary, words, troubleshooting'),
  },
  about: {
    title: 'About',
    synonyms: words('version, licences, licenses, open source, data folder, logs, another browser, launch link'),
  },
} as const satisfies Readonly<Record<string, PartWords>>;

export type SettingsPartName = keyof typeof settingsPartWords;

function words(list: string): readonly string[] {
  return list.split(/,\s+/);
}
