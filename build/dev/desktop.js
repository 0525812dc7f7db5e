// Entry point of Electron under `npm run dev`: the built app, with its page from the development server. Plain
// JavaScript, because Electron runs it unbuilt. No package contains this file, so an installed app cannot be made to
// load its page from elsewhere.
import { app, session } from 'electron';

const server = process.env.WATCHFLOOR_DEV_SERVER;

async function takePageFromServer() {
  // Runs before the app's own code waits for the same event, because it is called before the app is loaded.
  await app.whenReady();
  const { protocol } = session.defaultSession;
  const handle = protocol.handle.bind(protocol);
  protocol.handle = (scheme, answer) =>
    handle(scheme, async (request) => (await fromServer(request)) ?? answer(request));
}

/**
 * Returns null if the server does not have the path; the app then answers, for example an export or the stopped page.
 */
async function fromServer({ method, url }) {
  if (method !== 'GET') return null;
  const { pathname, search } = new URL(url);
  const response = await fetch(`${server}${pathname}${search}`);
  return response.ok ? response : null;
}

void takePageFromServer();
await import('../../out/main/index.js');
