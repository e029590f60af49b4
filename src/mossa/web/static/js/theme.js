// Set the theme and the language chosen last, before anything is painted.
(() => {
  const theme = localStorage.getItem("mossa.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const chosen = localStorage.getItem("mossa.language");
  const language = chosen || (navigator.language.startsWith("it") ? "it" : "en");
  document.documentElement.lang = language === "it" ? "it" : "en";
})();
