/**
 * Removes the token from the address. Reloads a page that is already open, so that the host can start a new session.
 */
export function handleLaunchLinks(page: Window): void {
  const isLaunchLink = () => page.location.hash.startsWith('#launch=');
  if (isLaunchLink()) page.history.replaceState(null, '', page.location.pathname + page.location.search);
  page.addEventListener('hashchange', () => {
    if (isLaunchLink()) page.location.reload();
  });
}
