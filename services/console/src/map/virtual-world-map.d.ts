declare module 'virtual:world-map' {
  /** By country code: paths, and points for countries that are too small for one, on a drawing of width by height. */
  const world: {
    width: number;
    height: number;
    paths: Readonly<Record<string, string>>;
    points: Readonly<Record<string, readonly [x: number, y: number]>>;
  };
  export default world;
}
