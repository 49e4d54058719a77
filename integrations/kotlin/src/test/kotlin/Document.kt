import io.stepprofiler.Profile
import io.stepprofiler.kotlin.ScopeContext
import io.stepprofiler.kotlin.scope
import io.stepprofiler.schedule.Schedule
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

fun train(): Profile =
    Profile.builder().schedule(Schedule.builder().wait(1).warmup(1).active(3).repeat(1).build()).start().use { profile ->
        repeat(10) {
            val batch = runBlocking { withContext(ScopeContext("load")) { load() } }
            val loss = scope("forward") { batch.sum() }
            check(loss > 0)
            profile.step()
        }
        profile
    }

private suspend fun load(): DoubleArray {
    delay(1)
    return scope("decode") { DoubleArray(100) { it.toDouble() } }
}
