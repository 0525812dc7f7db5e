#!/usr/bin/env bash
# KeePassXC 2.7.4 (Debian 12) with dbus-native 0.16.1, run 2026-11-29.
#
# Guess: "NAME (PID …) is requesting access" asks for a program, so one answer holds for the process that it names, and the
# process that stored a secret is asked like any other.
# Seen: the answer holds for one connection to the session bus. The connection that stored the secret is never asked.
# A second connection of the same process is asked once. A third one is asked again, with the same name and PID.
#
# Why it matters: a library that connects for each call, or for each secret, asks the user each time, also within one
# process. Watchfloor keeps one connection for as long as it runs, and makes its key before it needs the user elsewhere.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$folder"' EXIT
cd "$folder"

version=$(dpkg-query --show --showformat '${Version}' keepassxc 2>/dev/null || true)
echo "keepassxc ${version:-is not installed}"
[[ $version == 2.7.4* ]] || { echo 'This needs keepassxc 2.7.4, xvfb, xdotool and dbus of Debian 12.' >&2; exit 1; }
npm install --silent --no-audit --no-fund dbus-native@0.16.1 >/dev/null

export HOME=$folder TMPDIR=$folder
mkfifo display
Xvfb -displayfd 3 -nolisten tcp -screen 0 800x600x24 3>display 2>/dev/null &
DISPLAY=:$(head -n 1 display)
export DISPLAY
cat >bus.conf <<'XML'
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
XML
mkfifo address
dbus-daemon --nofork --print-address=3 --config-file=bus.conf 3>address 2>/dev/null &
DBUS_SESSION_BUS_ADDRESS=$(head -n 1 address)
export DBUS_SESSION_BUS_ADDRESS

# A database shares one group with other programs. The time makes its key cheap to derive.
cat >shared.xml <<'XML'
<KeePassFile>
  <Meta><CustomData><Item><Key>FDO_SECRETS_EXPOSED_GROUP</Key><Value>{00112233-4455-6677-8899-aabbccddeeff}</Value></Item></CustomData></Meta>
  <Root><Group><UUID>ABEiM0RVZneImaq7zN3u/w==</UUID><Name>Shared</Name></Group></Root>
</KeePassFile>
XML
printf 'a password\na password\n' | keepassxc-cli import --quiet --set-password --decryption-time 100 shared.xml shared.kdbx 2>/dev/null
printf '[General]\nSingleInstance=false\nUpdateCheckMessageShown=true\n[GUI]\nCheckForUpdates=false\n[FdoSecrets]\nEnabled=true\nShowNotification=false\n' >keepassxc.ini
echo 'a password' | keepassxc --config keepassxc.ini --localconfig local.ini --pw-stdin shared.kdbx 2>/dev/null &

cat >measure.mjs <<'JS'
import { execFileSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import dbus from 'dbus-native';

const [destination, path, api] = ['org.freedesktop.secrets', '/org/freedesktop/secrets', 'org.freedesktop.Secret'];
const attributes = [['program', 'finding']];
const xdotool = (...args) => execFileSync('xdotool', args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString().trim();
function dialog() {
  try {
    return xdotool('search', '--onlyvisible', '--name', 'Access Request').split('\n')[0];
  } catch {
    return '';
  }
}

function connect() {
  const bus = dbus.sessionBus();
  const call = (member, signature, body, on = {}) =>
    bus.invoke({ destination, path, interface: `${api}.Service`, member, signature, body, ...on });
  /** Completes a prompt of the service. Returns how many dialogs the user had to answer. */
  async function complete(prompt) {
    if (prompt === '/') return 0;
    let isCompleted = false;
    bus.signals.once(bus.mangle(prompt, `${api}.Prompt`, 'Completed'), () => (isCompleted = true));
    await bus.addMatch(`type='signal',interface='${api}.Prompt',path='${prompt}'`);
    await call('Prompt', 's', [''], { path: prompt, interface: `${api}.Prompt` });
    let answered = 0;
    for (; !isCompleted; await delay(50)) {
      const window = dialog();
      if (window === '') continue;
      xdotool('windowfocus', window, 'key', 'Return');
      answered = 1;
    }
    return answered;
  }
  return {
    call,
    session: async () => (await call('OpenSession', 'sv', ['plain', ['s', '']]))[1],
    async store(session) {
      const properties = [[`${api}.Item.Label`, ['s', 'finding']], [`${api}.Item.Attributes`, ['a{ss}', attributes]]];
      const secret = [session, Buffer.alloc(0), Buffer.from('secret'), 'text/plain'];
      const collection = { path: await call('ReadAlias', 's', ['default']), interface: `${api}.Collection` };
      const [, prompt] = await call('CreateItem', 'a{sv}(oayays)b', [properties, secret, true], collection);
      return complete(prompt);
    },
    async read(session) {
      const [unlocked, locked] = await call('SearchItems', 'a{ss}', [attributes]);
      const [item] = [...unlocked, ...locked];
      const [, prompt] = await call('Unlock', 'ao', [[item]]);
      const dialogs = await complete(prompt);
      const secret = await call('GetSecret', 'o', [session], { path: item, interface: `${api}.Item` });
      if (secret[2].toString() !== 'secret') throw new Error('another secret');
      return dialogs;
    },
  };
}

const first = connect();
const isOpen = async () => (await first.call('ReadAlias', 's', ['default']).catch(() => '/')) !== '/';
while (!(await isOpen())) await delay(50);
const sessions = [];
const dialogs = [];
for (const connection of [first, connect(), connect()]) {
  const session = await connection.session();
  const stored = connection === first ? await connection.store(session) : 0;
  sessions.push(session);
  dialogs.push(stored + (await connection.read(session)), await connection.read(session));
}
console.log(`process ${process.pid}: dialogs of two reads on each of three connections: ${dialogs.join(' ')}`);
process.exit(dialogs.join(' ') === '0 0 1 0 1 0' ? 0 : 1);
JS
timeout 120 node measure.mjs
