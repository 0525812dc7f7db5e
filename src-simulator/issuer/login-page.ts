/** The sign-in form works without scripts. All inserted text is escaped. */

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const alert = (text: string) => `<p role="alert">${escapeHtml(text)}</p>`;

function page(body: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Sign in · Practice service</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 22rem; margin: 10vh auto; padding: 0 1rem; color-scheme: light dark }
  label { display: block; margin-top: 1rem }
  input { display: block; width: 100%; box-sizing: border-box; font: inherit; padding: .4rem }
  button { font: inherit; margin-top: 1.25rem; padding: .4rem 1rem }
  [role=alert] { border-left: 4px solid #c92a2a; padding-left: .75rem }
</style>
<h1>Practice service</h1>
${body}
</html>
`;
}

/** `action` receives the form. `error` is why the last try failed. */
export function loginPage(login: { action: string; username: string; error: string | null }): string {
  return page(`${login.error === null ? '' : alert(login.error)}
<form method="post" action="${escapeHtml(login.action)}">
  <label>User name <input name="username" autocomplete="username" required autofocus value="${escapeHtml(login.username)}"></label>
  <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
  <button name="choice" value="sign-in">Sign in</button>
  <button name="choice" value="cancel" formnovalidate>Cancel</button>
</form>`);
}

/** For requests whose error cannot be sent to the client: an unknown client or a wrong redirect address. */
export function refusalPage(code: string, description: string | undefined): string {
  return page(alert(`The sign-in cannot start (${code}): ${description ?? 'no reason given'}.`));
}
