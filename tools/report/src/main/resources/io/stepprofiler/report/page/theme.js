// Runs before anything is drawn: the theme of the hash, else the one that was chosen last, else the system's.
(() => {
  let theme = /(?:^#|&)theme=(dark|light)(?:&|$)/.exec(location.hash)?.[1];
  try {
    theme ??= localStorage.getItem('stepprofiler.theme') ?? undefined;
  } catch {
    // A page that is opened from a disk may have no storage.
  }
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
})();
