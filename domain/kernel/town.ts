/** A geographic location, in degrees with at most five decimals. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** A town from GeoNames. */
export interface Town extends Coordinates {
  /** GeoNames id. */
  readonly id: number;
  readonly name: string;
  /** State, province or similar, in English. Empty if the town has none. */
  readonly region: string;
  /** ISO 3166-1 alpha-2 code. */
  readonly country: string;
}

/** Mean radius of the earth, in km (IUGG). */
export const EARTH_RADIUS_KM = 6371.0088;

const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the great-circle distance between two locations in km, using the haversine formula. */
export function measureDistance(a: Coordinates, b: Coordinates): number {
  const [latitudeA, latitudeB] = [toRadians(a.latitude), toRadians(b.latitude)];
  const square = (angle: number): number => Math.sin(angle / 2) ** 2;
  const haversine =
    square(latitudeB - latitudeA) +
    Math.cos(latitudeA) * Math.cos(latitudeB) * square(toRadians(b.longitude - a.longitude));
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** Formats a town for event data, in which personal data must be strings. Empty if there is no town. */
export const formatTown = (town: Town | null | undefined): string => {
  if (!town) return '';
  const { id, name, region, country, latitude, longitude } = town;
  return JSON.stringify({ id, name, region, country, latitude, longitude });
};

/** Parses a string from `formatTown`. Returns null if the string is empty, for example after an erasure. */
export const parseTown = (text: string): Town | null => (text === '' ? null : (JSON.parse(text) as Town));
