import * as z from 'zod';
import { DEFAULT_TOPICS, HEARTBEAT_SECONDS, MAX_OUTLETS } from '../outlets/outlet.ts';
import { newOutletSchema } from '../outlets/outlets-text.ts';
import { connectionProfileSchema } from '../profile/profile.ts';
import { type PolicySetting, type PolicySettingName, policySettings } from './policy-settings.ts';

const MAX_TEXTS = 200;
const MAX_DAYS = 36_500;

const described = <Schema extends z.ZodType>(name: PolicySettingName, schema: Schema) => {
  const { title, help: description, example } = policySettings[name];
  return schema.meta({ title, description, examples: [example] }).optional();
};

function text(name: PolicySettingName) {
  const { pattern, choices }: PolicySetting = policySettings[name];
  if (choices !== undefined) return z.enum(choices, { error: `one of: ${choices.join(', ')}` });
  const form = z.string({ error: 'a text' }).max(2_000, 'at most 2000 characters');
  return pattern === undefined ? form : form.regex(pattern, `of the form ${pattern.source}`);
}

const texts = (name: PolicySettingName) =>
  described(name, z.array(text(name), { error: 'a list of texts' }).max(MAX_TEXTS, `at most ${MAX_TEXTS} entries`));

const DAYS = `a whole number of days from 1 to ${MAX_DAYS}`;
const days = (name: PolicySettingName) => described(name, z.int({ error: DAYS }).min(1, DAYS).max(MAX_DAYS, DAYS));

/** Without views, which are of one computer. */
const policyOutletSchema = z.strictObject({
  ...newOutletSchema.shape,
  topics: newOutletSchema.shape.topics.default(DEFAULT_TOPICS),
  views: newOutletSchema.shape.views.refine((views) => views.length === 0, 'an empty list').default([]),
  auth: newOutletSchema.shape.auth.default(null),
  areIdentifiersWhole: newOutletSchema.shape.areIdentifiersWhole.default(false),
  template: newOutletSchema.shape.template.default(null),
  isBatched: newOutletSchema.shape.isBatched.default(false),
  everySeconds: newOutletSchema.shape.everySeconds.default(HEARTBEAT_SECONDS.initial),
});

/** A setting that is misspelt or of a newer version must not be left out, so unknown ones are refused. */
export const policySchema = z.strictObject({
  profiles: described('profiles', z.array(connectionProfileSchema, { error: 'a list of profiles' }).max(50)),
  addresses: texts('addresses'),
  outlets: described('outlets', z.array(policyOutletSchema, { error: 'a list of outlets' }).max(MAX_OUTLETS)),
  masks: texts('masks'),
  exporters: texts('exporters'),
  leastDaysFailures: days('leastDaysFailures'),
  leastDaysSuccesses: days('leastDaysSuccesses'),
  leastDaysHeartbeats: days('leastDaysHeartbeats'),
  leastDaysSearches: days('leastDaysSearches'),
  teamLog: described('teamLog', text('teamLog')),
  teamServers: texts('teamServers'),
  updateFeed: described('updateFeed', text('updateFeed')),
  updatePublisher: described('updatePublisher', text('updatePublisher')),
  updateChannel: described('updateChannel', text('updateChannel')),
} satisfies Record<PolicySettingName, z.ZodType>);

export type PolicyValues = z.infer<typeof policySchema>;

/** Describes `/etc/watchfloor/policy.json`. */
export function policyJsonSchema(): object {
  const schema = z.toJSONSchema(policySchema, { io: 'input', unrepresentable: 'any' });
  return { ...schema, title: 'Fleet policy of Watchfloor' };
}
