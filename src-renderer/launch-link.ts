/**
 * Handles a launch link that is opened in an open page. Removes its token from the address. Reloads the page if the
 * link arrives later, so that the host's launch page can read it and start a new session.
 */
export function handleLaunchLinks(page: Window): void {
  const isLaunchLink = () => page.location.hash.startsWith('#launch=');
  if (isLaunchLink()) page.history.replaceState(null, '', page.location.pathname + page.location.search);
  page.addEventListener('hashchange', () => {
    if (isLaunchLink()) page.location.reload();
  });
}
