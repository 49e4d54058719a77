// Runs before anything is drawn: applies the theme of the hash, else the last chosen theme, else the system's.
(() => {
  let theme = /(?:^#|&)theme=(dark|light)(?:&|$)/.exec(location.hash)?.[1];
  try {
    theme ??= localStorage.getItem('stepprofiler.theme') ?? undefined;
  } catch {
    // A page opened from disk may have no storage.
  }
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
})();
