/**
 * The newest posts of those whom $1 follows, behind post $3, as rows of (id): enough of them to fill a page.
 *
 * Whoever follows many finds a page by going through everybody's posts from the newest on and asking of each whether
 * its author is followed; whoever follows few, or the silent, finds it faster by asking each author for the newest
 * one. So the first way is tried on as many posts as one follows accounts, and then the second, which costs one look
 * at each: together never more than about twice the better of them.
 *
 * The second way: the page is among the posts of the authors whose newest posts are the newest.
 */
export const followedPosts = (limit: number): string => `
  WITH recent AS MATERIALIZED (
    SELECT passed.id FROM (
      SELECT post.id, post.author_id FROM read.posts post
      WHERE post.parent_id IS NULL AND post.id < $3
      ORDER BY post.id DESC
      LIMIT (SELECT counts.following FROM read.follow_counts counts WHERE counts.account_id = $1)
    ) passed
    JOIN LATERAL (
      SELECT FROM read.follows followed
      WHERE followed.follower_id = $1 AND followed.followee_id = passed.author_id LIMIT 1
    ) followed ON true
    JOIN LATERAL (
      SELECT FROM read.profiles author
      WHERE author.id = passed.author_id AND (author.state = 'ACTIVE' OR $2) LIMIT 1
    ) author ON true
    LIMIT ${limit}
  ), authors AS (
    SELECT followed.followee_id AS id, newest.id AS newest
    FROM read.follows followed
    JOIN LATERAL (
      SELECT post.id FROM read.posts post
      WHERE post.author_id = followed.followee_id AND post.parent_id IS NULL AND post.id < $3
      ORDER BY post.id DESC LIMIT 1
    ) newest ON true
    JOIN LATERAL (
      SELECT FROM read.profiles author
      WHERE author.id = followed.followee_id AND (author.state = 'ACTIVE' OR $2) LIMIT 1
    ) author ON true
    WHERE followed.follower_id = $1
    ORDER BY newest.id DESC LIMIT ${limit}
  )
  SELECT id FROM recent WHERE (SELECT count(*) FROM recent) = ${limit}
  UNION ALL
  SELECT post.id FROM authors
  JOIN LATERAL (
    SELECT post.id FROM read.posts post
    WHERE post.author_id = authors.id AND post.parent_id IS NULL AND post.id < $3
    ORDER BY post.id DESC LIMIT ${limit}
  ) post ON true
  WHERE (SELECT count(*) FROM recent) < ${limit}`;
