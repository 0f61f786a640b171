/** Icons, each a path in 24 by 24. */
export const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  more: "M5 12h.1M12 12h.1M19 12h.1",
  line: "M5 18V6h14",
  cross: "M7 7l10 10M17 7L7 17",
  side: "M4 4h16v16H4zM4 14h10V4",
  zoom: "M10 4a6 6 0 1 0 .1 0M14 14l6 6",
  close: "M6 6l12 12M18 6L6 18",
};
