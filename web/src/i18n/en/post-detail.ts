export const texts = {
  post: 'Post',
  comment: 'Comment',
  home: 'Home',
  answered: 'Post that this replies to',
  answers: {
    author: 'Reply to {{name}}',
    missing: 'The post that this replies to was deleted, or is hidden.',
  },
  box: { label: 'Write a comment', placeholder: 'Leave a comment', submit: 'Comment' },
  comments: 'Comments',
  noComments: 'Be the first to leave a comment!',
  noVisibleComments: 'There are no comments to show.',
} as const;
