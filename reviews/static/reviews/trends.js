// Draws the charts of the dashboard from the tables behind them, in the colours of their legends. Screen readers and
// keyboards have the tables; a click on a week leads to the first of its numbers that has rows.
(() => {
  "use strict";
  const LABEL_PX = 56;
  let drawn = []; // { plot, chart, watch }

  const colourOf = (element) => getComputedStyle(element).color;

  const read = (figure) => {
    const rows = [...figure.querySelectorAll("tbody tr")];
    const cells = rows.map((row) => [...row.querySelectorAll("td")]);
    return {
      rows,
      cells,
      weeks: rows.map((row) => row.querySelector("th").textContent),
      names: [...figure.querySelectorAll("thead th")].slice(1).map((head) => head.textContent),
      numbers: (cells[0] ?? []).map((_, column) => cells.map((row) => Number(row[column].dataset.value))),
    };
  };

  // Bars stand on each other: the longest is drawn first, with all numbers of its week, and the others over it.
  const stacked = (numbers) =>
    numbers.map((_, last) => numbers[0].map((_, week) =>
      numbers.slice(0, last + 1).reduce((sum, column) => sum + column[week], 0))).reverse();

  const said = (found, week) =>
    week === null || week === undefined ? "" : `Week of ${found.weeks[week]}: ` + found.names
      .map((name, column) => [found.cells[week][column], name])
      .filter(([cell]) => Number(cell.dataset.value))
      .map(([cell, name]) => `${cell.textContent} ${name}`).join(", ");

  const optionsFor = (figure, found, plot) => {
    const isLine = figure.dataset.chart === "line", unit = figure.dataset.unit;
    const colours = [...figure.querySelectorAll(".chart-legend i")].map(colourOf);
    const ink = colourOf(plot), line = getComputedStyle(plot).borderTopColor;
    const every = Math.max(1, Math.ceil((found.weeks.length * LABEL_PX) / plot.clientWidth));
    const bars = uPlot.paths.bars({ size: [0.7, 40] });
    const series = colours.map((colour) => isLine
      ? { stroke: colour, width: 2, points: { size: 6, fill: colour }, spanGaps: true }
      : { fill: colour, paths: bars, points: { show: false } });
    const grid = { stroke: line, width: 1 }, font = "12px system-ui, sans-serif";
    return {
      width: plot.clientWidth,
      height: plot.clientHeight,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: false, range: [-0.6, found.weeks.length - 0.4] }, y: { range: (_, low, high) => [0, high ? high * 1.05 : 1] } },
      series: [{}, ...(isLine ? series : series.reverse())],
      axes: [
        { stroke: ink, font, grid: { show: false }, ticks: { show: false }, size: 26,
          splits: () => found.weeks.map((_, week) => week).filter((week) => (found.weeks.length - 1 - week) % every === 0),
          values: (_, weeks) => weeks.map((week) => found.weeks[week]) },
        { stroke: ink, font, grid, ticks: { show: false }, size: 58,
          values: (_, values) => values.map((value) => (Number.isInteger(value) || unit ? `${+value.toFixed(4)}${unit}` : "")) },
      ],
      hooks: { setCursor: [(chart) => { figure.querySelector(".chart-said").textContent = said(found, chart.cursor.idx); }] },
    };
  };

  const draw = (figure) => {
    const plot = figure.querySelector(".chart-plot"), found = read(figure);
    if (!plot.clientWidth || !found.numbers.length) return;
    const columns = figure.dataset.chart === "line"
      ? found.numbers.map((column) => column.map((number) => number || null)) : stacked(found.numbers);
    plot.replaceChildren();
    const chart = new uPlot(optionsFor(figure, found, plot), [found.weeks.map((_, week) => week), ...columns], plot);
    plot.onclick = () => found.rows[chart.cursor.idx]?.querySelector("a")?.click();
    const watch = new ResizeObserver(() => {
      if (plot.clientWidth && plot.clientWidth !== chart.width) redraw();
    });
    watch.observe(plot);
    drawn.push({ chart, watch });
  };

  const redraw = () => {
    for (const { chart, watch } of drawn) {
      watch.disconnect();
      chart.destroy();
    }
    drawn = [];
    document.querySelectorAll("[data-chart]").forEach(draw);
  };

  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) {
    matchMedia(query).addEventListener("change", redraw);
  }
  document.addEventListener("htmx:after:swap", ({ detail }) => {
    if (detail.ctx.sourceElement.id === "trends") redraw();
  });
  redraw();
})();
