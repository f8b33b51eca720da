/* Old syntax only (ES5): below the floor of web/browsers.ts this script shows which browsers serve, by features and
   never by name. Above it, a browser that lacks a built-in loads the polyfills before the client. */
;(function () {
  var scripts = document.getElementsByTagName('script')
  var given = JSON.parse(scripts[scripts.length - 1].getAttribute('data-given'))

  function has(name) {
    var value = window
    var parts = name.split('.')
    for (var at = 0; at < parts.length; at++) {
      if (!(parts[at] in Object(value))) return false
      // Reading the property of a prototype would throw.
      if (at < parts.length - 1) value = value[parts[at]]
    }
    return true
  }

  function supports(style) {
    return window.CSS && CSS.supports && CSS.supports('(' + style + ')')
  }

  function every(list, holds) {
    for (var at = 0; at < list.length; at++) if (!holds(list[at])) return false
    return true
  }

  if (!every(given.features, has) || !every(given.styles, supports))
    document.documentElement.setAttribute('data-below-floor', '')
  // Runs before the client, and before anything else is parsed.
  // oxlint-disable-next-line typescript/no-deprecated -- no other way lets the page's scripts wait for one
  else if (!every(given.polyfilled, has)) document.write('<script src="' + given.file + '"></script>')
})()
