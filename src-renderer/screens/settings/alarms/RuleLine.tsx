import { Trash2 } from 'lucide-react';
import type { AlarmRule } from '../../../../src-shared/api/alarms.ts';
import type { AlarmSettings, NotifySettings } from '../../../../src-shared/domain/cases/alarm.ts';
import { ruleName, UNREADABLE_RULE } from '../../../../src-shared/words/alarms/alarm-words.ts';
import { numberText } from '../../../../src-shared/words/store-words.ts';
import { targetHref } from '../../../alarms/show-target.ts';
import { Time } from '../../../components/Time.tsx';
import { Tooltip } from '../../../components/overlay/Tooltip.tsx';
import { Untrusted } from '../../../components/Untrusted.tsx';
import { useStores, useViews } from '../../../stores/use-stores.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { Switch } from '../Field.tsx';
import { ChannelToggles } from './ChannelToggles.tsx';
import { RuleHoursField } from './RuleHoursField.tsx';
import styles from './RulesPanel.module.css';
import { useRuleViews } from './use-rule-views.ts';

interface RuleLineProps {
  readonly rule: AlarmRule;
  readonly settings: AlarmSettings;
  readonly zone: string;
  readonly isDisabled: boolean;
}

export function RuleLine({ rule, settings, zone, isDisabled }: RuleLineProps) {
  const { alarms, views } = useStores();
  const view = useViews(({ savedItems }) => savedItems?.find(({ id }) => id === rule.id) ?? null);
  const ruleViews = useRuleViews();
  const { standard, query, lastAt, today, isUnreadable } = rule;
  const isView = standard === null;
  // Shows the last setting of this page, because the backend's update arrives later.
  const notify = isView ? (view?.notify ?? rule.notify) : settings.standard[standard];
  const name = ruleName(rule);
  const isUnavailable = isDisabled || (isView && view === null);

  const standardWith = (next: NotifySettings) =>
    standard === null ? {} : { standard: { ...settings.standard, [standard]: next } };

  function change(next: NotifySettings | null): void {
    if (standard === null) {
      if (view !== null) void views.put([{ ...view, notify: next }]);
    } else if (next !== null) void alarms.changeSettings(standardWith(next));
  }
  return (
    <tr data-on={notify.on}>
      <td>
        <Switch
          label={`${visibleText(name)} alarms`}
          checked={notify.on}
          disabled={isUnavailable}
          change={(on) => change({ ...notify, on })}
        />
      </td>
      <th scope="row">
        <Untrusted text={name} />
        <RuleQuery query={query} />
        {isUnreadable && (
          <p role="alert" className={styles['unreadable']}>
            <strong>{UNREADABLE_RULE.short}</strong> · {UNREADABLE_RULE.remedy}
          </p>
        )}
      </th>
      <td>
        <RuleHoursField
          name={name}
          when={notify.when}
          quiet={settings.quiet}
          zone={zone}
          isDisabled={isUnavailable || !notify.on}
          change={(when) => change({ ...notify, when })}
          edited={(when) => ({
            settings: { ...settings, ...standardWith({ ...notify, when }) },
            views: ruleViews.map((each) => (each.id === rule.id ? { ...each, notify: { ...notify, when } } : each)),
          })}
        />
      </td>
      <td>
        <ChannelToggles
          label={visibleText(name)}
          channels={notify}
          disabled={isUnavailable || !notify.on ? 'all' : 'none'}
          change={(channels) => change({ ...notify, ...channels })}
        />
      </td>
      <td className="quiet">
        {lastAt === null ? 'never' : <Time at={lastAt} />}
        {today > 0 && ` · ${numberText(today)} today`}
      </td>
      <td className={styles['end']}>
        {isView && (
          <Tooltip label="Remove the rule; its view stays">
            <button
              type="button"
              className="icon-button"
              data-size="small"
              aria-label={`Remove the rule ${visibleText(name)}`}
              disabled={isUnavailable}
              onClick={() => change(null)}
            >
              <Trash2 size={14} aria-hidden="true" />
            </button>
          </Tooltip>
        )}
      </td>
    </tr>
  );
}

function RuleQuery({ query }: { query: string }) {
  return (
    <Tooltip label={() => visibleText(query)}>
      <a className={styles['query']} href={targetHref({ kind: 'view', query })}>
        {query === '' ? 'every event' : <Untrusted text={query} truncate="end" />}
      </a>
    </Tooltip>
  );
}
