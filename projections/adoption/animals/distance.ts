import { type Coordinates, EARTH_RADIUS_KM } from '../../../domain/kernel/town.ts';

/** Scale factor of stored coordinates. Rows contain integers in units of 1e-5 degrees, the precision of GeoNames. */
const PRECISION = 1e5;

/** Converts coordinates in degrees to the stored integers. */
export const toStoredCoordinates = ({ latitude, longitude }: Coordinates) => ({
  latitude: Math.round(latitude * PRECISION),
  longitude: Math.round(longitude * PRECISION),
});

/** SQL expressions for stored coordinates. */
interface CoordinateColumns {
  readonly latitude: string;
  readonly longitude: string;
}

const selectHaversine = (difference: string): string =>
  `power(sin(radians((${difference})::float8 / ${2 * PRECISION})), 2)`;
const selectCosine = (latitude: string): string => `cos(radians(${latitude}::float8 / ${PRECISION}))`;

/** Returns SQL for the distance between two points in whole metres. Equals the result of `measureDistance`. */
export const selectMetres = (
  a: CoordinateColumns,
  b: CoordinateColumns,
): string => `round(${2_000 * EARTH_RADIUS_KM}
  * asin(least(1, sqrt(${selectHaversine(`${a.latitude} - ${b.latitude}`)}
    + ${selectCosine(a.latitude)} * ${selectCosine(b.latitude)} * ${selectHaversine(`${a.longitude} - ${b.longitude}`)}))))::integer`;

const DEGREE_KM = (Math.PI * EARTH_RADIUS_KM) / 180;
/** Margin by which each box is enlarged, in degrees, so that rounding does not exclude towns at its border. */
const MARGIN_DEGREES = 0.001;

interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

const WORLD = { south: -90, north: 90, west: -180, east: 180 };

/** Returns a box that contains all points within a radius; near the poles and the date line, all longitudes. */
export function getBoxAround({ latitude, longitude }: Coordinates, radiusKm: number | undefined): Box {
  const height = (radiusKm ?? Number.POSITIVE_INFINITY) / DEGREE_KM + MARGIN_DEGREES;
  const [south, north] = [Math.max(-90, latitude - height), Math.min(90, latitude + height)];
  const cosine = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180);
  const width = cosine > 0 ? height / cosine : Number.POSITIVE_INFINITY;
  const isContiguous = longitude - width >= WORLD.west && longitude + width <= WORLD.east;
  const [west, east] = isContiguous ? [longitude - width, longitude + width] : [WORLD.west, WORLD.east];
  const toStored = (degrees: number): number => Math.round(degrees * PRECISION);
  return { south: toStored(south), north: toStored(north), west: toStored(west), east: toStored(east) };
}
