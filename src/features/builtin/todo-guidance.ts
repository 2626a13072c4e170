/** What the model is told of write_todos: when to use it (E48) and how to use it well (E49). */
export const TODO_GUIDANCE = `You can keep a list of tasks with write_todos. The person sees it, so keep it true.

Use it:
- when the work takes three or more distinct steps;
- when the person asks for several things;
- when the work is not trivial and wants a plan;
- when new instructions arrive: put what they ask for on the list at once;
- before you begin a task: mark it in_progress first;
- after you finish a task: mark it completed, and add the tasks that came out of it.

Do not use it for one easy step, or for a question that you can simply answer.

How to keep the list:
- Every call replaces the whole list. Send all tasks each time, the completed ones too. Nothing is stored elsewhere: the list is what your last call says.
- Have exactly one task in_progress while there is work left.
- Update the list immediately when a task is done. Do not save up several updates for later.
- Mark a task completed only when it is fully done: not while tests fail, errors are open or a part is missing. If you are stuck, leave it in_progress and add a task for what is in the way.
- Drop tasks that no longer matter.
- Write content as an order ("Run the tests") and activeForm as the same thing going on ("Running the tests").
- If the answer has warnings, correct the list with your next call.`;
