/* Scopes for Kotlin. Experimental: may change in any release. */
package io.stepprofiler.kotlin

import io.stepprofiler.Scope
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.ThreadContextElement

/** Runs a block in a scope of the calling thread. The block cannot suspend: see [ScopeContext]. */
public inline fun <T> scope(name: String, crossinline block: () -> T): T = Scope.open(name).use { block() }

/**
 * A scope of a coroutine, as in `withContext(ScopeContext("load")) { … }`. It is open while the coroutine runs, on any
 * thread, and closed while it is suspended. Coroutines that are started in it are in it, too.
 */
public class ScopeContext(private val name: String) : ThreadContextElement<Scope?> {
    /** True on the threads where it is open: coroutines set the elements of outer ones again, on the same thread. */
    private val isOpen = ThreadLocal<Boolean>()

    /** Different for each element: inner scopes do not replace outer ones. */
    override val key: CoroutineContext.Key<ScopeContext> = object : CoroutineContext.Key<ScopeContext> {}

    override fun updateThreadContext(context: CoroutineContext): Scope? =
        if (isOpen.get() == true) null else Scope.open(name).also { isOpen.set(true) }

    override fun restoreThreadContext(context: CoroutineContext, oldState: Scope?) {
        if (oldState != null) {
            isOpen.remove()
            oldState.close()
        }
    }
}
