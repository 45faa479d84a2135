// Before the first paint, so that a chosen look does not flash; `state/preferences.ts` keeps it from then on.
try {
  const chosen = localStorage.getItem('nightdesk.theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Without storage the page looks as the system does.
}
