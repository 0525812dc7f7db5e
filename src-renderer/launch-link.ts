/**
 * A launch link that is opened where the page is open already. Its token must not stay in the address; and where the
 * session is over, the host's launch page must get to see it, which a changed fragment alone does not load.
 */
export function handleLaunchLinks(page: Window): void {
  const isLaunchLink = () => page.location.hash.startsWith('#launch=');
  if (isLaunchLink()) page.history.replaceState(null, '', page.location.pathname + page.location.search);
  page.addEventListener('hashchange', () => {
    if (isLaunchLink()) page.location.reload();
  });
}
