/** The files with which administrators set a fleet policy, made from the table of its settings. */
import { type PolicySetting, policySettingNames, policySettings } from '../src-shared/domain/policy/policy-settings.ts';
import { policyJsonSchema } from '../src-shared/domain/policy/policy-schema.ts';

const KEY = String.raw`Software\Policies\Watchfloor`;
const NAMESPACE = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';
const settings: readonly (readonly [name: string, setting: PolicySetting])[] = policySettingNames.map((name) => [
  name,
  policySettings[name],
]);

/** Content of each file, by its path below `docs/policy`. */
export function policyFiles(): Readonly<Record<string, string>> {
  return {
    'policy.schema.json': `${JSON.stringify(policyJsonSchema(), null, 2)}\n`,
    'policy.example.json': `${JSON.stringify(examples(), null, 2)}\n`,
    'io.watchfloor.desktop.plist': plist(examples()),
    'watchfloor.admx': admx(),
    'en-US/watchfloor.adml': adml(),
  };
}

function examples(): Record<string, unknown> {
  return Object.fromEntries(settings.map(([name, { example }]) => [name, example]));
}

function admx(): string {
  const policies = settings.map(
    ([
      name,
      setting,
    ]) => `    <policy name="${name}" class="Machine" displayName="$(string.${name})" explainText="$(string.${name}_help)" key="${KEY}" presentation="$(presentation.${name})">
      <parentCategory ref="watchfloor" />
      <supportedOn ref="watchfloor_any" />
      <elements>
        ${admxElement(name, setting)}
      </elements>
    </policy>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitions xmlns="${NAMESPACE}" revision="1.0" schemaVersion="1.0">
  <policyNamespaces>
    <target prefix="watchfloor" namespace="Watchfloor.Policies.Watchfloor" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="watchfloor_any" displayName="$(string.watchfloor_any)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="watchfloor" displayName="$(string.watchfloor)" />
  </categories>
  <policies>
${policies.join('\n')}
  </policies>
</policyDefinitions>
`;
}

/** A value that is set but empty is a setting, too: an empty list. */
function admxElement(name: string, { type, choices }: PolicySetting): string {
  if (type === 'days')
    return `<decimal id="${name}" valueName="${name}" required="true" minValue="1" maxValue="36500" />`;
  if (type === 'texts' || type === 'objects')
    return `<multiText id="${name}" valueName="${name}" maxLength="1000000" />`;
  if (choices === undefined) return `<text id="${name}" valueName="${name}" maxLength="2000" />`;
  const items = choices.map(
    (choice) => `<item displayName="$(string.${name}_${choice})"><value><string>${choice}</string></value></item>`,
  );
  return `<enum id="${name}" valueName="${name}" required="true">${items.join('')}</enum>`;
}

function adml(): string {
  const strings = settings.flatMap(([name, { title, help, type, choices = [], example }]) => [
    text(name, title),
    text(`${name}_help`, `${help} ${exampleWords(type, example)}`),
    ...(type === 'text' ? choices.map((choice) => text(`${name}_${choice}`, choice)) : []),
  ]);
  const presentations = settings.map(
    ([name, setting]) => `      <presentation id="${name}">${presentation(name, setting)}</presentation>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<policyDefinitionResources xmlns="${NAMESPACE}" revision="1.0" schemaVersion="1.0">
  <displayName>Watchfloor</displayName>
  <description>Fleet policy of Watchfloor</description>
  <resources>
    <stringTable>
${[text('watchfloor', 'Watchfloor'), text('watchfloor_any', 'Every version of Watchfloor with policies'), ...strings].join('\n')}
    </stringTable>
    <presentationTable>
${presentations.join('\n')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

const text = (id: string, words: string) => `      <string id="${id}">${escaped(words)}</string>`;

function exampleWords(type: PolicySetting['type'], example: unknown): string {
  const lines = Array.isArray(example) ? example : [example];
  const words = lines.map((one: unknown) => (type === 'objects' ? asciiJson(one) : String(one))).join('\n');
  return `${Array.isArray(example) ? 'One in each line, such as:' : 'Example:'}\n${words}`;
}

/** Letters outside ASCII do not survive the registry's tool. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function presentation(name: string, { type, title, choices, example }: PolicySetting): string {
  const label = escaped(title);
  if (type === 'days')
    return `<decimalTextBox refId="${name}" defaultValue="${String(example)}">${label}</decimalTextBox>`;
  if (type === 'texts' || type === 'objects') return `<multiTextBox refId="${name}">${label}</multiTextBox>`;
  if (choices !== undefined) return `<dropdownList refId="${name}">${label}</dropdownList>`;
  return `<textBox refId="${name}"><label>${label}</label></textBox>`;
}

function plist(value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${plistValue(value)}
</plist>
`;
}

/** A property list has no null, so a field that is null is left out. */
function plistValue(value: unknown): string {
  if (Array.isArray(value)) return `<array>\n${value.map(plistValue).join('\n')}\n</array>`;
  if (typeof value === 'boolean') return `<${String(value)}/>`;
  if (typeof value === 'number') return `<integer>${value}</integer>`;
  if (typeof value !== 'object' || value === null) return `<string>${escaped(String(value))}</string>`;
  const entries = Object.entries(value).filter(([, one]) => one !== null);
  return `<dict>\n${entries.map(([name, one]: [string, unknown]) => `<key>${name}</key>\n${plistValue(one)}`).join('\n')}\n</dict>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
