// Electron's entry under `npm run dev`: the built app, with its page from the development server. Plain JavaScript, which
// Electron runs as it is. No package holds this file, so no installed app can be made to take its page from elsewhere.
import { app, session } from 'electron';

const server = process.env.WATCHFLOOR_DEV_SERVER;

async function takePageFromServer() {
  // Called before the app is loaded, so this comes before what the app does when Electron is ready.
  await app.whenReady();
  const { protocol } = session.defaultSession;
  const handle = protocol.handle.bind(protocol);
  protocol.handle = (scheme, answer) =>
    handle(scheme, async (request) => (await fromServer(request)) ?? answer(request));
}

/** `null`: it does not have it, so the app answers: an export, the page that says that the page stopped. */
async function fromServer({ method, url }) {
  if (method !== 'GET') return null;
  const { pathname, search } = new URL(url);
  const response = await fetch(`${server}${pathname}${search}`);
  return response.ok ? response : null;
}

void takePageFromServer();
await import('../../out/main/index.js');
